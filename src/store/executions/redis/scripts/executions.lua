-- @include store/revisions/scripts/sources.lua
-- @include store/executions/redis/scripts/children.lua
-- @include store/executions/redis/scripts/claims.lua
-- @keys execution, executionSecrets, executionLog, executionLogFile, executionLogTimes, executionIndex
-- @keys gatewayExecutions, pendingExecutions, unstartedExecutions, stateEvents, stateEventsLost, dueWaits
-- @keys archivedExecution, triggerLatest, triggerTicks, failedExecutions, runningExecutions, executionDays, failingFlows
-- @keys controllerExecutions, followedExecutions, executedFlows

-- The indexes that contain an execution as long as it is kept; there are more for its state.
local function scopesOf(namespace, flowId, labels, actor, parent)
  local names = { 'namespace:' .. namespace, 'flow:' .. namespace .. '/' .. flowId }
  if actor then table.insert(names, 'actor:' .. actor) end
  if parent and parent ~= '' then table.insert(names, 'parent:' .. parent) end
  for name, value in pairs(cjson.decode(labels)) do table.insert(names, 'label:' .. name .. '=' .. value) end
  return names
end

local function index(id, namespace, flowId, ...)
  for _, scope in ipairs(scopesOf(namespace, flowId, ...)) do redis.call('ZADD', executionIndexKey(scope), 0, id) end
  redis.call('ZADD', executedFlowsKey(), 0, flowId .. '/' .. namespace)
end

local function unindex(id, namespace, flowId, ...)
  for _, scope in ipairs(scopesOf(namespace, flowId, ...)) do redis.call('ZREM', executionIndexKey(scope), id) end
  if redis.call('EXISTS', executionIndexKey('flow:' .. namespace .. '/' .. flowId)) == 0 then
    redis.call('ZREM', executedFlowsKey(), flowId .. '/' .. namespace)
  end
end

-- The index by state, or by what an execution waits for: so nothing that looks at running executions reads those that
-- wait.
local function stateIndexOf(state, waitingFor)
  if waitingFor and waitingFor ~= '' then return executionIndexKey('waits:' .. cjson.decode(waitingFor).kind) end
  return executionIndexKey('state:' .. state)
end

-- Puts an execution into the indexes of its controller, if it has one, or out of them; without a state, out of both.
local function indexOnController(controller, id, state, waitingFor)
  if not controller then return end
  local isStarted = state == 'QUEUED' or state == 'RUNNING'
  local function set(index, isIn)
    if isIn then redis.call('ZADD', index, 0, id) else redis.call('ZREM', index, id) end
  end
  set(controllerExecutionsKey(controller), isStarted or state == 'CREATED')
  set(followedExecutionsKey(controller), isStarted and not waitingFor)
end

-- Adds a change of state for the receivers of notifications to a list with a limit; 0 adds none.
local function noteState(max, id, number, state, namespace)
  if max == '0' then return end
  redis.call('RPUSH', stateEventsKey(), id .. ' ' .. number .. ' ' .. state .. ' ' .. namespace)
  if redis.call('LLEN', stateEventsKey()) > tonumber(max) then
    redis.call('LPOP', stateEventsKey())
    redis.call('INCR', stateEventsLostKey())
  end
end

-- The counter of the executions of a flow goes on from a number, which can be absent.
local function raiseNumber(flow, number)
  if not number or tonumber(number) <= tonumber(redis.call('HGET', flow, 'lastNumber') or '0') then return end
  redis.call('HSET', flow, 'lastNumber', number)
end

-- The number of an execution, which can be archived.
local function numberOf(id)
  local summary = redis.call('GET', archivedExecutionKey(id))
  return summary and string.match(summary, '^%d+') or redis.call('HGET', executionKey(id), 'number')
end

-- A failure sorts by the time of the end, which is the last word of the history.
local function failureOf(id, history) return string.match(history, '(%S+)$') .. ' ' .. id end

-- Of all namespaces together and of each, only the newest failures stay, until there are no new ones for some time.
local function noteFailure(namespace, id, history)
  for _, scope in ipairs({ '*', namespace }) do
    local key = failedExecutionsKey(scope)
    redis.call('ZADD', key, 0, failureOf(id, history))
    redis.call('ZREMRANGEBYRANK', key, 0, -maxFailures - 1)
    redis.call('EXPIRE', key, failureSeconds)
  end
end

-- Counts an execution that has ended by its day in UTC.
local function countEnd(namespace, id, state, history)
  local key = executionDaysKey(string.sub(string.match(history, '(%S+)$'), 1, 10))
  for _, scope in ipairs({ '*', namespace }) do redis.call('HINCRBY', key, scope .. ' ' .. state, 1) end
  redis.call('EXPIRE', key, countSeconds)
  if state == 'FAILED' then noteFailure(namespace, id, history) end
end

-- Whether an execution that has ended is the first success after a failure of its flow.
local function hasRecovered(flow, state)
  if state == 'FAILED' then redis.call('SADD', failingFlowsKey(), flow) end
  return state == 'SUCCESS' and redis.call('SREM', failingFlowsKey(), flow) == 1
end

-- Removes an execution with all its data. Those that it lets start are found later, as they are not in the queue.
local function removeExecution(id)
  local key = executionKey(id)
  local fields = { 'state', 'namespace', 'flowId', 'labels', 'sha256', 'trigger', 'idempotency', 'waitingFor', 'history', 'actor', 'parent' }
  local state, namespace, flowId, labels, sha256, trigger, idempotency, waitingFor, history, actor, parent =
    unpack(redis.call('HMGET', key, unpack(fields)))
  if not state then return end
  releaseSource(sha256)
  unindex(id, namespace, flowId, labels, actor, parent)
  redis.call('ZREM', executionIndexKey('all'), id)
  redis.call('ZREM', stateIndexOf(state, waitingFor), id)
  if state == 'CREATED' or state == 'QUEUED' or state == 'RUNNING' then
    redis.call('ZREM', executionIndexKey('held:' .. state), id)
    if waitingFor and waitingFor ~= '' then countWanting(claimsOf(id), -1) end
    giveBackFrom(1, id)
    tryFreed()
  end
  if state == 'FAILED' then
    for _, scope in ipairs({ '*', namespace }) do redis.call('ZREM', failedExecutionsKey(scope), failureOf(id, history)) end
  end
  redis.call('ZREM', runningExecutionsKey(namespace), id)
  redis.call('ZREM', dueWaitsKey(), id)
  redis.call('SREM', gatewayExecutionsKey(), id)
  redis.call('SREM', pendingExecutionsKey(namespace .. '/' .. flowId), id)
  if trigger then
    redis.call('SREM', pendingExecutionsKey(trigger), id)
    redis.call('LREM', unstartedExecutionsKey(trigger), 1, id)
    redis.call('LREM', triggerLatestKey(trigger), 1, id)
    redis.call('ZREM', triggerTicksKey(trigger), id)
  end
  if idempotency and redis.call('HGET', idempotency, 'execution') == id then redis.call('DEL', idempotency) end
  redis.call('DEL', key, executionSecretsKey(id), executionLogKey(id), executionLogFileKey(id), executionLogTimesKey(id))
end

-- Lists an execution with its trigger. The tick of a schedule, in milliseconds, is known as long as it can be made up for.
local function indexTrigger(trigger, id, tick)
  redis.call('LPUSH', triggerLatestKey(trigger), id)
  redis.call('LTRIM', triggerLatestKey(trigger), 0, maxLatest - 1)
  if not tick or tick == '' then return end
  local ticks = triggerTicksKey(trigger)
  redis.call('ZADD', ticks, tick, id)
  redis.call('ZREMRANGEBYSCORE', ticks, '-inf', redis.call('TIME')[1] * 1000 - tickLifetime)
end

-- Whether an execution had a build, or ran on a gateway. Between two segments, it has only earlier builds.
local function hasStarted(key)
  for _, trace in ipairs({ 'build', 'engine', 'earlierBuilds' }) do
    if redis.call('HEXISTS', key, trace) == 1 then return true end
  end
  return false
end

-- Of the executions of a trigger that ended without a build, only the newest stay.
local function keepUnstarted(trigger, id)
  local key = unstartedExecutionsKey(trigger)
  redis.call('RPUSH', key, id)
  while redis.call('LLEN', key) > maxUnstarted do removeExecution(redis.call('LPOP', key)) end
end
