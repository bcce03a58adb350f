-- Replaces a log by the part of it that was written, which may be missing, and the line at which it is cut off.

redis.call('DEL', log, logFile)
if redis.call('EXISTS', part) == 1 then
  redis.call('RENAME', part, log)
  redis.call('PERSIST', log)
end
redis.call('APPEND', log, line)
