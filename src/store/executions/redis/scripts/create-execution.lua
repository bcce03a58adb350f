-- @include store/executions/redis/scripts/executions.lua
-- @include store/executions/redis/scripts/approvals.lua
-- @keys poolSizes

-- Creates an execution. Unlimited values are 0, and absent ones ''. The source is a list without an element if it was not
-- sent: if the store does not have it yet, the script changes nothing and returns `source-needed`. `latest` is the revision
-- that must be the latest one of the flow with the same source, or ''. Otherwise it returns the outcome, the id of the
-- execution that was created or is known by the idempotency key or the tick of its schedule, and the created fields. An
-- execution that another one starts, `parent`, is known by its call; it counts as open if it is awaited.

if digest ~= '' then
  local known = redis.call('HMGET', idempotency, 'digest', 'execution')
  -- One that was archived first leaves its key when it is removed.
  local isRemoved = build == '' and known[2] and redis.call('EXISTS', executionKey(known[2]), archivedExecutionKey(known[2])) == 0
  if known[1] and not isRemoved then return { known[1] == digest and 'repeated' or 'conflict', known[2] } end
end
if parent ~= '' then
  local known = redis.call('HGET', executionChildrenKey(parent), call)
  if known then return { 'repeated', known } end
  local rejection = rejectionOfChild(parent, parentVersion, maxOpen)
  if rejection then return { rejection, '' } end
end
if latest ~= '' then
  local known = redis.call('HMGET', storedFlow, 'revision', 'sha256', 'format', 'deletedAt')
  if known[1] ~= latest or known[2] ~= sha256 or known[3] ~= format or known[4] then return { 'flow-changed', '' } end
end
local flow = namespace .. '/' .. flowId
local trigger = flow .. '/' .. triggerId
if tick ~= '' then
  local known = redis.call('ZRANGEBYSCORE', triggerTicksKey(trigger), tick, tick, 'LIMIT', 0, 1)
  if known[1] then return { 'repeated', known[1] } end
end
local function isFull(owner, max)
  return tonumber(max) > 0 and redis.call('SCARD', pendingExecutionsKey(owner)) >= tonumber(max)
end
if state == 'CREATED' and isFull(flow, maxPendingOfFlow) then return { 'flow-full', '' } end
if state == 'CREATED' and triggerId ~= '' and isFull(trigger, maxPendingOfTrigger) then return { 'trigger-full', '' } end
local first = cjson.decode(begin)
local keptApprovals = first.keptApprovals and cjson.decode(first.keptApprovals) or {}
local obstacle = obstacleOfApprovals(keptApprovals, handedOnBy)
if obstacle then return obstacle end
if not source[1] and not hasSource(sha256) then return { 'source-needed' } end
if digest ~= '' then
  redis.call('HSET', idempotency, 'digest', digest, 'execution', id)
  if lifetimeSeconds ~= '0' then redis.call('EXPIRE', idempotency, lifetimeSeconds) end
end

holdSource(sha256, source[1])
local max, waits, all = tonumber(limit), ''
-- By the clock of Redis: that of a gateway can be wrong.
local seconds, microseconds = unpack(redis.call('TIME'))
local rank = seconds * 1000 + microseconds / 1000 - lead
-- Also without a limit, because a later revision can have one.
local slot = { flow, 1, max }
if state == 'CREATED' and (behavior == 'CANCEL' or behavior == 'FAIL') and obstacleOf(id, slot, rank) then
  state = behavior == 'CANCEL' and 'KILLED' or 'FAILED'
  reason = 'The flow already runs ' .. limit .. (max == 1 and ' execution' or ' executions')
    .. ', its maximum, and the behavior of its concurrency is ' .. behavior .. '.'
end
if state == 'CREATED' or state == 'RUNNING' then
  local stored = {}
  all = { slot }
  for _, claim in ipairs(cjson.decode(claims)) do
    redis.call('HSETNX', poolSizesKey(), claim[1], claim[3])
    table.insert(all, { claim[1], claim[2] })
    table.insert(stored, { claim[1], claim[2] })
  end
  if stored[1] then redis.call('HSET', execution, 'claims', cjson.encode(stored)) end
  if stored[1] or max > 0 then redis.call('HSET', execution, 'rank', rank) end
  if state == 'RUNNING' then for _, claim in ipairs(all) do take(id, claim) end
  else waits = takeAll(id, all, rank) or '' end
end

redis.call('HSET', execution, 'namespace', namespace, 'flowId', flowId, 'state', state, 'accepted', accepted,
  'labels', labels, 'sha256', sha256, 'format', format, 'mediaType', mediaType, 'limit', limit, 'waiting', '',
  'attempts', 0, 'actor', actor)
local history = 'CREATED ' .. time
if state ~= 'CREATED' then history = history .. '\n' .. state .. ' ' .. time end
redis.call('HSET', execution, 'history', history)
if reason ~= '' then redis.call('HSET', execution, 'reason', reason) end
for name, text in pairs(first) do redis.call('HSET', execution, name, text) end
indexOnController(first.controller, id, state)
-- A flow that was purged has no counter, and a number of executions that are kept.
if redis.call('HEXISTS', storedFlow, 'revision') == 1 then
  if redis.call('HEXISTS', storedFlow, 'lastNumber') == 0 then
    local newest = redis.call('ZRANGE', executionIndexKey('flow:' .. flow), '+', '-', 'BYLEX', 'REV', 'LIMIT', 0, 1)[1]
    raiseNumber(storedFlow, newest and numberOf(newest))
  end
  redis.call('HSET', execution, 'number', redis.call('HINCRBY', storedFlow, 'lastNumber', 1))
end
if build ~= '' then redis.call('HSET', execution, 'build', build) end
if triggerId ~= '' then
  redis.call('HSET', execution, 'trigger', trigger)
  if tick ~= '' then redis.call('HSET', execution, 'tick', tick) end
  indexTrigger(trigger, id, tick)
end
-- What the key stands for may be removed before the key expires. A build that was started in Jenkins is known by its key,
-- and not recorded again.
if digest ~= '' and build == '' then redis.call('HSET', execution, 'idempotency', idempotency) end
if state == 'CREATED' then
  useApprovals(keptApprovals, id)
  redis.call('SADD', pendingExecutionsKey(flow), id)
  if triggerId ~= '' then redis.call('SADD', pendingExecutionsKey(trigger), id) end
  for name, text in pairs(cjson.decode(sealedValues)) do redis.call('HSET', secrets, name, text) end
end
if parent ~= '' then
  redis.call('HSET', execution, 'parent', parent)
  if isAwaited == '1' then redis.call('HSET', execution, 'call', call) end
  noteChild(parent, call, id, state == 'CREATED', isAwaited == '1')
end
index(id, namespace, flowId, labels, actor, parent)
redis.call('ZADD', executionIndexKey('all'), 0, id)
redis.call('ZADD', executionIndexKey('state:' .. state), 0, id)
if waits ~= '' then beginHold(id, state, waits, all, rank) end
if state == 'RUNNING' then redis.call('ZADD', runningExecutionsKey(namespace), 0, id) end
if state == 'FAILED' or state == 'KILLED' then countEnd(namespace, id, state, history) end
noteState(maxNoted, id, 1, 'CREATED', namespace)
if state ~= 'CREATED' then noteState(maxNoted, id, 2, state, namespace) end
hasRecovered(flow, state)
if triggerId ~= '' and (state == 'FAILED' or state == 'KILLED') then keepUnstarted(trigger, id) end
return { 'created', id, redis.call('HMGET', execution, unpack(createdFields)) }
