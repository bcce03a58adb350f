-- @include store/executions/redis/scripts/executions.lua

-- Puts an archived execution into its indexes. If it has a record too, because it was archived while it was backed up,
-- the record goes.

if redis.call('EXISTS', executionKey(id)) == 1 then removeExecution(id) end
redis.call('SET', archived, summary)
index(id, namespace, flowId, labels, actor, parent)
redis.call('ZADD', executionIndexKey('archived:' .. state), 0, id)
if trigger ~= '' then indexTrigger(trigger, id, tick) end
return ''
