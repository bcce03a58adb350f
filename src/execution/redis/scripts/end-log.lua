-- @include store/redis/scripts/even-if-full.lua

-- Adds the last bytes of a log.

evenIfFull()
redis.call('APPEND', log, text)
