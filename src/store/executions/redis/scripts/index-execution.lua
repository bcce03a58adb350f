-- @include store/executions/redis/scripts/executions.lua
-- @keys flow

-- Puts an ended execution whose hash is complete into its indexes. Returns the digest of a source that is missing, or ''.

local fields = { 'state', 'namespace', 'flowId', 'labels', 'sha256', 'trigger', 'tick', 'number', 'actor', 'parent' }
local state, namespace, flowId, labels, sha256, trigger, tick, number, actor, parent =
  unpack(redis.call('HMGET', execution, unpack(fields)))
if not hasSource(sha256) then return sha256 end
holdSource(sha256)
index(id, namespace, flowId, labels, actor, parent)
redis.call('ZADD', executionIndexKey('all'), 0, id)
redis.call('ZADD', executionIndexKey('state:' .. state), 0, id)
if trigger then indexTrigger(trigger, id, tick) end
if trigger and not hasStarted(execution) then keepUnstarted(trigger, id) end
-- It may have been created after its flow was backed up.
local flow = flowKey(namespace .. '/' .. flowId)
if redis.call('HEXISTS', flow, 'revision') == 1 then raiseNumber(flow, number) end
return ''
