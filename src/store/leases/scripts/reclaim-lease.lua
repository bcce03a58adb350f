-- @include store/redis/scripts/even-if-full.lua

-- Renews a lease, or takes it back if it has expired. Returns whether no other process holds it.

evenIfFull()
local holder = redis.call('GET', lease)
if holder and holder ~= token then return 0 end
redis.call('SET', lease, token, 'PX', milliseconds)
return 1
