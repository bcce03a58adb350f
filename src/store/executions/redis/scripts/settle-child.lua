-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/children.lua

-- Records the result of an item once, and counts it as `outcome`, a field of the execution, and the `size` of its outputs.
-- Returns the size of all outputs; nothing if the execution does not wait.

if not isWaitOf(id, version) then return end
evenIfFull()
local key = executionChildrenKey(id)
if redis.call('HSETNX', key, 'result/' .. index, result) == 1 then
  redis.call('HINCRBY', execution, outcome, 1)
  redis.call('HINCRBY', key, 'bytes', size)
end
raiseNext(id, index)
if call ~= '' then redis.call('ZREM', executionChildWorkKey(id), call) end
return redis.call('HGET', key, 'bytes')
