-- @include store/redis/scripts/even-if-full.lua

-- Marks a log as cut off, with a last line.

evenIfFull()
if redis.call('HSETNX', logFile, 'cut', '1') == 1 then redis.call('APPEND', log, line) end
