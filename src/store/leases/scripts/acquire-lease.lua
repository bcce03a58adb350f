-- @include store/redis/scripts/even-if-full.lua

-- Takes a lease. Returns its token, or 0 if another process holds it.

if redis.call('EXISTS', lease) == 1 then return 0 end
evenIfFull()
local token = redis.call('INCR', counter)
redis.call('SET', lease, token, 'PX', milliseconds)
return token
