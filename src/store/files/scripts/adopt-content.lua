-- @include store/files/scripts/ledger.lua

-- Adds a content whose bytes were reserved, or keeps it longer. Returns the name of the file that it had before.

local bytes = tonumber(size)
local before = redis.call('HGET', names, sha256)
redis.call('HSET', names, sha256, name)
redis.call('ZADD', contents, 'GT', keptUntil, sha256)
local held, holder = readReservation(reservation)
if holder then setReservation(reservation, holder, math.max(held - bytes, 0)) end
if redis.call('HSETNX', sizes, sha256, size) == 1 then count('all', bytes) end
if redis.call('SADD', owners, actor) == 1 then count('actor:' .. actor, bytes) end
return before
