-- @include store/redis/scripts/even-if-full.lua
-- @include execution/redis/scripts/executions.lua
-- @keys executionSlots, waitingExecutions

-- Changes fields of an execution, given as fields and values alternately ('' removes), and its state ('' keeps it), if
-- it is in an allowed state, if it waits where required, if what it waits for has the version ('' for any), if it is in
-- the segment and waits for nothing ('' for any), and if the lease has the token ('' for any). `due` is when a new wait
-- ends by itself; `sealedValues` are a JSON object. A final state frees the slot of the execution, passes it on to one that waits, and deletes the secrets.
-- Returns the outcome, and the executions that got a slot.

local known = redis.call('HMGET', execution, 'state', 'namespace', 'flowId', 'history', 'trigger', 'waiting', 'waitingFor', 'controller')
local before, namespace, flowId, history, trigger, waits, waitingFor, earlierController = unpack(known)
if not before then return { 'missing' } end
if token ~= '' and redis.call('GET', lease) ~= token then return { 'fenced' } end
if not string.find(' ' .. allowed .. ' ', ' ' .. before .. ' ', 1, true) then return { 'other-state', before } end
if mustWait == '1' and waits ~= '1' then return { 'other-state', before } end
local version = waitingFor and cjson.decode(waitingFor).version
if waitVersion ~= '' and version ~= tonumber(waitVersion) then return { 'other-wait' } end
if segmentNumber ~= '' then
  local segment = redis.call('HGET', execution, 'segment')
  local number = segment and cjson.decode(segment).number or 1
  if waitingFor or number ~= tonumber(segmentNumber) then return { 'other-wait' } end
end

evenIfFull()
for index = 1, #fields, 2 do
  local name, value = fields[index], fields[index + 1]
  if name == 'trouble' then
    if value == '' then redis.call('HDEL', execution, 'troubleSince')
    elseif redis.call('HGET', execution, 'trouble') ~= value then redis.call('HSET', execution, 'troubleSince', time) end
  end
  if name == 'engine' then redis.call('SADD', gatewayExecutionsKey(), id) end
  if value == '' then redis.call('HDEL', execution, name) else redis.call('HSET', execution, name, value) end
end
for name, value in pairs(cjson.decode(sealedValues)) do redis.call('HSET', secrets, name, value) end
if state == '' then state = before end
if isFinal == '1' then redis.call('HDEL', execution, 'waitingFor') end
local waitsFor = redis.call('HGET', execution, 'waitingFor')
if waitsFor ~= waitingFor then
  if waitsFor then redis.call('SREM', gatewayExecutionsKey(), id) end
  if waitsFor and due ~= '' then redis.call('ZADD', dueWaitsKey(), due, id)
  else redis.call('ZREM', dueWaitsKey(), id) end
end
-- Whoever stops it, or begins the wait, ends the wait; if that process dies before it does, the wait is due.
if waitsFor and redis.call('HEXISTS', execution, 'stop') == 1 then redis.call('ZADD', dueWaitsKey(), 0, id) end
redis.call('ZREM', stateIndexOf(before, waitingFor), id)
redis.call('ZADD', stateIndexOf(state, waitsFor), 0, id)
local controller = redis.call('HGET', execution, 'controller')
if controller ~= earlierController then indexOnController(earlierController, id) end
if controller ~= earlierController or state ~= before or waitsFor ~= waitingFor then
  indexOnController(controller, id, state, waitsFor)
end
local running = runningExecutionsKey(namespace)
if state == 'RUNNING' and not waitsFor then redis.call('ZADD', running, 0, id) else redis.call('ZREM', running, id) end
if waitsFor and not waitingFor and cjson.decode(waitsFor).kind ~= 'time' then
  local _, changes = string.gsub(history, '\n', '')
  noteState(maxNoted, id, changes + 1, 'WAITING', namespace)
end
if state == before then return { 'changed' } end

local changed = history .. '\n' .. state .. ' ' .. time
redis.call('HSET', execution, 'state', state, 'history', changed)
local _, earlier = string.gsub(history, '\n', '')
noteState(maxNoted, id, earlier + 2, state, namespace)
local flow = namespace .. '/' .. flowId
if state ~= 'CREATED' and state ~= 'QUEUED' then
  redis.call('SREM', pendingExecutionsKey(flow), id)
  if trigger then redis.call('SREM', pendingExecutionsKey(trigger), id) end
end
if isFinal ~= '1' then return { 'changed' } end

countEnd(namespace, id, state, changed)
if hasRecovered(flow, state) then noteState(maxNoted, id, earlier + 2, 'RECOVERED', namespace) end
if trigger and not hasStarted(execution) then keepUnstarted(trigger, id) end

redis.call('DEL', secrets)
redis.call('SREM', gatewayExecutionsKey(), id)
redis.call('HSET', execution, 'waiting', '')
local slots, queue, reply = executionSlotsKey(flow), waitingExecutionsKey(flow), { 'changed' }
redis.call('SREM', slots, id)
redis.call('ZREM', queue, id)
while true do
  local first = redis.call('ZRANGE', queue, 0, 0)[1]
  if not first then return reply end
  local limit = tonumber(redis.call('HGET', executionKey(first), 'limit') or '1')
  if redis.call('SCARD', slots) >= limit then return reply end
  redis.call('ZREM', queue, first)
  redis.call('SADD', slots, first)
  redis.call('HSET', executionKey(first), 'waiting', '')
  redis.call('HDEL', executionKey(first), 'trouble', 'troubleSince')
  table.insert(reply, first)
end
