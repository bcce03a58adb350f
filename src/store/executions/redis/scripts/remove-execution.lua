-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/executions.lua

-- Removes an execution with all its data, even if the memory is full.

if redis.call('EXISTS', execution) == 0 then return end
evenIfFull()
removeExecution(id)
