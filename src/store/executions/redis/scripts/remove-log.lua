-- Removes a log. Returns the name of its file.

local name = redis.call('HGET', logFile, 'name')
redis.call('DEL', log, logFile, logTimes)
return name or ''
