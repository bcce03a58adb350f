-- Returns name and size of the file with the beginning of a log, the size of its end in Redis, and the bytes of that
-- end within a range of the log.

local known = redis.call('HMGET', logFile, 'name', 'size')
if not known[1] and redis.call('EXISTS', log) == 0 then return false end
local inFile = tonumber(known[2] or '0')
local first, last = tonumber(start) - inFile, tonumber(start) + tonumber(bytes) - inFile - 1
local piece = ''
if first >= 0 and last >= first then piece = redis.call('GETRANGE', log, first, last) end
return { known[1] or '', inFile, redis.call('STRLEN', log), piece }
