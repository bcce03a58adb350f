-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/executions.lua
-- @include store/executions/redis/scripts/approvals.lua

-- Applies a step that was decided from the record with the version `expected`, unless the lease has another token ('' for
-- any), or the time is `deadline` (milliseconds, '' for none) or later. It decides only which permits are free. `from` and
-- `to` are phases; `to` can be `queued or held`. `fields` are fields and values alternately ('' removes), and `effects` is
-- a JSON list of { kind, ... }; for each kind there is a function below.
-- Returns the outcome, the new version, whether the execution is held, those that may start, and whether further ones have
-- to be tried.

local known = redis.call('HMGET', execution, 'version', 'namespace', 'flowId', 'trigger', 'controller', 'state')
local version, namespace, flowId, trigger, earlierController, before = unpack(known)
if not namespace then return { 'missing' } end
if token ~= '' and redis.call('GET', lease) ~= token then return { 'fenced' } end
if (version or '0') ~= expected then return { 'conflict' } end
if deadline ~= '' and milliseconds() >= tonumber(deadline) then return { 'late' } end

evenIfFull()
local flow = namespace .. '/' .. flowId
redis.call('HINCRBY', execution, 'version', 1)
for index = 1, #fields, 2 do
  local name, value = fields[index], fields[index + 1]
  if value == '' then redis.call('HDEL', execution, name) else redis.call('HSET', execution, name, value) end
end

if fromIndex ~= toIndex then
  redis.call('ZREM', executionIndexKey(fromIndex), id)
  redis.call('ZADD', executionIndexKey(toIndex), 0, id)
end
if from ~= to then
  local running = runningExecutionsKey(namespace)
  if to == 'running' then redis.call('ZADD', running, 0, id) else redis.call('ZREM', running, id) end
  if to == 'running' and isOnGateway == '1' then redis.call('SADD', gatewayExecutionsKey(), id)
  else redis.call('SREM', gatewayExecutionsKey(), id) end
end
local controller = redis.call('HGET', execution, 'controller')
if controller ~= earlierController then indexOnController(earlierController, id) end
if from ~= to or state ~= before or controller ~= earlierController then
  indexOnController(controller, id, state, to == 'waiting')
end
if to == 'running' or to == 'ended' then
  redis.call('SREM', pendingExecutionsKey(flow), id)
  if trigger then redis.call('SREM', pendingExecutionsKey(trigger), id) end
end

local obstacle
local released = {}
local apply = {}

apply['claim'] = function(effect) obstacle = claimOfController(id, state, effect.claims, released) end

apply['give back'] = function(effect)
  giveBackFrom(effect.except == 'nothing' and 1 or firstOfPools, id, effect.except == 'slot and locks' and lockPrefix or nil)
end

apply['take again'] = function()
  local claims, rank = claimsOf(id)
  obstacle = takeAll(id, claims, rank)
  if obstacle then beginHold(id, state, obstacle, claims, rank) end
end

apply['wake'] = function(effect)
  if effect.at then redis.call('ZADD', dueWaitsKey(), effect.at, id) else redis.call('ZREM', dueWaitsKey(), id) end
end

apply['forget children'] = function() forgetChildren(id) end

apply['add secrets'] = function(effect)
  for name, value in pairs(effect.sealed) do redis.call('HSET', secrets, name, value) end
end

apply['delete secrets'] = function() redis.call('DEL', secrets) end

apply['tell parent'] = function()
  local parent, call = unpack(redis.call('HMGET', execution, 'parent', 'call'))
  if parent and call then noteChildEnd(parent, call, id) end
end

apply['note'] = function(effect) noteState(maxNoted, id, effect.number, effect.state, namespace) end

apply['count end'] = function(effect)
  countEnd(namespace, id, state, effect.at)
  if hasRecovered(flow, state) then noteState(maxNoted, id, effect.number, 'RECOVERED', namespace) end
end

apply['trim unstarted'] = function() keepUnstarted(trigger, id) end

apply['spend approvals'] = function() spendApprovals(cjson.decode(redis.call('HGET', execution, 'keptApprovals')), id) end

-- The pools that it claims keep their sizes while it waits.
if to == 'waiting' and from ~= to then countWanting(claimsOf(id), 1) end
for _, effect in ipairs(cjson.decode(effects)) do apply[effect.kind](effect) end
if from == 'waiting' and from ~= to then countWanting(claimsOf(id), -1) end
if from == 'held' and to == 'ended' then
  redis.call('HSET', execution, 'waiting', '')
  redis.call('HDEL', execution, 'waitsIn', 'waitsSince')
end
for _, other in ipairs(tryFreed()) do table.insert(released, other) end
local now = redis.call('HMGET', execution, 'version', 'waiting')
return { 'applied', now[1], now[2] == '1' and 1 or 0, released, triesLeft == 0 and 1 or 0 }
