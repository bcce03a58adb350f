-- Records that a file now also contains the end of a log. Returns whether nothing else was written in the meantime: the
-- file and the end in Redis still had the expected sizes.

local known = redis.call('HMGET', logFile, 'name', 'size')
if known[1] and known[1] ~= name or (known[2] or '0') ~= sizeBefore then return 0 end
if redis.call('STRLEN', log) ~= tonumber(bytesInRedis) then return 0 end
redis.call('DEL', log)
redis.call('HSET', logFile, 'name', name, 'size', size)
return 1
