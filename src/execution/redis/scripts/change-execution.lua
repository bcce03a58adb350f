-- @include store/redis/scripts/even-if-full.lua
-- @include execution/redis/scripts/executions.lua
-- @include execution/redis/scripts/approvals.lua

-- Changes fields of an execution, given as fields and values alternately ('' removes), and its state ('' keeps it), if
-- it is in an allowed state, if what it waits for has the version ('' for any) and, with
-- `beforeDeadline`, does not end by itself by now, if it is in
-- the segment and waits for nothing ('' for any), and if the lease has the token ('' for any). `due` is when a new wait
-- ends by itself; `sealedValues` are a JSON object. A final state gives all claims of the execution back and deletes the
-- secrets. A wait gives back the claims but the slot of the flow and, if it `keepsLocks`, the locks; its end takes them
-- again. `controllerClaims` is a JSON list of { pool, permits, size }, or '' to keep those that it has.
-- Returns the outcome, the executions that may start, whether further ones have to be tried, and
-- whether this one may not.

local known = redis.call('HMGET', execution, 'state', 'namespace', 'flowId', 'history', 'trigger', 'waiting', 'waitingFor', 'controller')
local before, namespace, flowId, history, trigger, waits, waitingFor, earlierController = unpack(known)
if not before then return { 'missing' } end
if token ~= '' and redis.call('GET', lease) ~= token then return { 'fenced' } end
if not string.find(' ' .. allowed .. ' ', ' ' .. before .. ' ', 1, true) then return { 'other-state', before } end
local version = waitingFor and cjson.decode(waitingFor).version
if waitVersion ~= '' and version ~= tonumber(waitVersion) then return { 'other-wait' } end
if beforeDeadline == '1' then
  -- 0 after a stop, for which it is due at once.
  local deadline = tonumber(redis.call('ZSCORE', dueWaitsKey(), id) or '0')
  if deadline > 0 and milliseconds() >= deadline then return { 'other-wait' } end
end
if segmentNumber ~= '' then
  local segment = redis.call('HGET', execution, 'segment')
  local number = segment and cjson.decode(segment).number or 1
  if waitingFor or number ~= tonumber(segmentNumber) then return { 'other-wait' } end
end

-- The clock of a gateway, or of Jenkins, can be behind the one before it.
local latest = string.match(history, '(%S+)$')
if time < latest then time = latest end

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
  forgetChildren(id)
  if waitsFor and due ~= '' then redis.call('ZADD', dueWaitsKey(), due, id)
  else redis.call('ZREM', dueWaitsKey(), id) end
end
-- Whoever stops it, or begins the wait, ends the wait; if that process dies before it does, the wait is due.
if waitsFor and redis.call('HEXISTS', execution, 'stop') == 1 then redis.call('ZADD', dueWaitsKey(), 0, id) end
redis.call('ZREM', stateIndexOf(before, waitingFor), id)
if waits == '1' then redis.call('ZREM', executionIndexKey('held:' .. before), id) end
local isHeld = waits == '1' and isFinal ~= '1' and redis.call('HEXISTS', execution, 'stop') == 0
redis.call('ZADD', isHeld and executionIndexKey('held:' .. state) or stateIndexOf(state, waitsFor), 0, id)
local controller = redis.call('HGET', execution, 'controller')
if controller ~= earlierController then indexOnController(earlierController, id) end
if controller ~= earlierController or state ~= before or waitsFor ~= waitingFor then
  indexOnController(controller, id, state, waitsFor)
end
local running = runningExecutionsKey(namespace)
if state == 'RUNNING' and not waitsFor then redis.call('ZADD', running, 0, id) else redis.call('ZREM', running, id) end
local kind = waitsFor and cjson.decode(waitsFor).kind
if kind and not waitingFor and kind ~= 'time' and kind ~= 'executions' then
  local _, changes = string.gsub(history, '\n', '')
  noteState(maxNoted, id, changes + 1, 'WAITING', namespace)
end
local obstacle
local moved = {}
local function changed()
  local released = tryFreed()
  for _, other in ipairs(moved) do table.insert(released, other) end
  return { 'changed', released, triesLeft == 0 and 1 or 0, obstacle and 1 or 0 }
end
if controllerClaims ~= '' then obstacle = claimOfController(id, state, cjson.decode(controllerClaims), moved) end
if waitsFor and not waitingFor then
  countWaiting(claimsOf(id), 1)
  giveBackFrom(firstOfPools, id, keepsLocks == '1' and lockPrefix or nil)
end
local hasWaited = waitingFor and not waitsFor
if state == before then
  if hasWaited then countWaiting(claimsOf(id), -1) end
  return changed()
end

local states = history .. '\n' .. state .. ' ' .. time
redis.call('HSET', execution, 'state', state, 'history', states)
local _, earlier = string.gsub(history, '\n', '')
noteState(maxNoted, id, earlier + 2, state, namespace)
local flow = namespace .. '/' .. flowId
if state ~= 'CREATED' and state ~= 'QUEUED' then
  redis.call('SREM', pendingExecutionsKey(flow), id)
  if trigger then redis.call('SREM', pendingExecutionsKey(trigger), id) end
end
if hasWaited and state == 'QUEUED' then
  local claims, rank = claimsOf(id)
  obstacle = takeAll(id, claims, rank)
  if obstacle then beginToWait(id, state, obstacle, claims, rank) end
end
if hasWaited then countWaiting(claimsOf(id), -1) end
if isFinal ~= '1' then return changed() end

countEnd(namespace, id, state, states)
if hasRecovered(flow, state) then noteState(maxNoted, id, earlier + 2, 'RECOVERED', namespace) end
if trigger and not hasStarted(execution) then keepUnstarted(trigger, id) end

local keptApprovals = isSuccess(state) and redis.call('HGET', execution, 'keptApprovals')
if keptApprovals then spendApprovals(cjson.decode(keptApprovals), id) end
local parent, call = unpack(redis.call('HMGET', execution, 'parent', 'call'))
if parent and call then noteChildEnd(parent, call, id) end
redis.call('DEL', secrets)
redis.call('SREM', gatewayExecutionsKey(), id)
giveBackFrom(1, id)
if waits == '1' then
  redis.call('HSET', execution, 'waiting', '')
  redis.call('HDEL', execution, 'waitsIn', 'waitsSince')
end
return changed()
