-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/log-times.lua

-- Adds the last bytes of a log.

evenIfFull()
local inFile = tonumber(redis.call('HGET', logFile, 'size') or '0')
noteTime(logTimes, inFile + redis.call('STRLEN', log), tonumber(at))
redis.call('APPEND', log, text)
