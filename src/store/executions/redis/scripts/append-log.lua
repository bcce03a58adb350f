-- @include store/executions/redis/scripts/log-times.lua

-- Adds bytes to a log if they fit into Redis; otherwise, they need not be sent. Returns `kept`, `cut` for a log that
-- was cut off, or `full` with name and size of the file, and the end of the log.

local known = redis.call('HMGET', logFile, 'name', 'size', 'cut')
if known[3] then return { 'cut' } end
local length = redis.call('STRLEN', log)
if tonumber(at) > 0 then noteTime(logTimes, tonumber(known[2] or '0') + length, tonumber(at)) end
if length + tonumber(size) <= tonumber(maxInRedis) then
  redis.call('APPEND', log, bytes)
  return { 'kept' }
end
return { 'full', known[1] or '', tonumber(known[2] or '0'), redis.call('GET', log) or '' }
