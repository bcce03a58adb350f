-- Replaces the log of an execution by a file ('' for none) or a string. Returns the name of a file that is no longer
-- used: the previous one, or the new one if the execution was removed.

if redis.call('EXISTS', execution) == 0 then return name end
local before = redis.call('HGET', logFile, 'name')
redis.call('DEL', log, logFile)
if name ~= '' then redis.call('HSET', logFile, 'name', name, 'size', size) else redis.call('SET', log, text) end
return before or ''
