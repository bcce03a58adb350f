-- @include store/executions/redis/scripts/log-times.lua

-- Notes when the bytes of a log from an offset on were written.

noteTime(logTimes, tonumber(offset), tonumber(at))
