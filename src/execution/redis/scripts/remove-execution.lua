-- @include store/redis/scripts/even-if-full.lua
-- @include execution/redis/scripts/executions.lua

if redis.call('EXISTS', execution) == 0 then return end
evenIfFull()
removeExecution(id)
