-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/executions.lua

-- Removes what lists show of an archived execution, even if the memory is full. `trigger` is '' without one.

if redis.call('EXISTS', archived) == 0 then return end
evenIfFull()
unindex(id, namespace, flowId, labels, actor, parent)
redis.call('ZREM', executionIndexKey('archived:' .. state), id)
for _, scope in ipairs({ '*', namespace }) do redis.call('ZREM', failedExecutionsKey(scope), endedAt .. ' ' .. id) end
if trigger ~= '' then
  redis.call('LREM', triggerLatestKey(trigger), 1, id)
  redis.call('ZREM', triggerTicksKey(trigger), id)
end
redis.call('DEL', archived)
