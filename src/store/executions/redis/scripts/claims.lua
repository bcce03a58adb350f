-- @keys execution, executionIndex, executionSlots, heldExecutions, wantedPools, poolSizes, extraPermits, unfinishedPools

-- An execution takes permits from pools before it runs: a slot of its flow first, then what it claims. A claim is
-- { pool, permits, size }; without a size, the pool has the one in `poolSizes`. A held execution is in the queue of a
-- single pool, one that it cannot take now: that pool is full, or a better one is before it. So whatever frees permits,
-- or takes the first one out of a queue, tries those of this queue, and no other.
--
-- The constants `lockPrefix`, `controllerPrefix`, `maxTries` and `patience` (milliseconds) are those of src/lifecycle/claims.ts.
-- A wait for permits is called a hold; its stored names are older: `waiting`, `waitsIn`, `waitsSince`.
-- What is between functions lasts for one run of a script: `freed` and `triesLeft`.

-- The queue of executions that need more permits than a pool has. It is named like a pool but is not one: names of pools
-- contain ":", and those of flows "/".
local unfit = 'unfit'
-- claims[1] is the slot of the flow; the claims of pools begin here.
local firstOfPools = 2
-- The pools that have got permits free or lost the first one of their queue, so that `tryFreed` has to try their queues.
local freed = {}
-- How many executions `tryFreed` still tries in this run.
local triesLeft = maxTries

local function milliseconds()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Returns its claims, its place in a queue and, while it is held, since when and in the queue of which pool.
local function claimsOf(id)
  local fields = { 'namespace', 'flowId', 'limit', 'claims', 'rank', 'waitsSince', 'waiting', 'waitsIn' }
  local namespace, flowId, limit, claims, rank, since, waits, waitsIn =
    unpack(redis.call('HMGET', executionKey(id), unpack(fields)))
  local flow = namespace .. '/' .. flowId
  local all = { { flow, 1, tonumber(limit) or 0 } }
  for _, claim in ipairs(claims and cjson.decode(claims) or {}) do table.insert(all, claim) end
  -- An older Flowgate held it only for its flow.
  return all, tonumber(rank) or 0, tonumber(since), waits == '1' and (waitsIn or flow) or nil
end

-- A flow without a limit has the size 0.
local function sizeOf(claim)
  if claim[3] then return claim[3] == 0 and math.huge or claim[3] end
  return tonumber(redis.call('HGET', poolSizesKey(), claim[1])) or 0
end

local function heldOf(pool)
  return redis.call('SCARD', executionSlotsKey(pool)) + (redis.call('HGET', extraPermitsKey(), pool) or 0)
end

-- Why an execution cannot take a claim: a pool for which it is held, or `unfit` if the pool is too small for it.
local function obstacleOf(id, claim, rank)
  local pool, size = claim[1], sizeOf(claim)
  if size == math.huge or redis.call('SISMEMBER', executionSlotsKey(pool), id) == 1 then return end
  if claim[2] > size then return unfit end
  if heldOf(pool) + claim[2] > size then return pool end
  local first, best = unpack(redis.call('ZRANGE', heldExecutionsKey(pool), 0, 0, 'WITHSCORES'))
  if not first or first == id then return end
  best = tonumber(best)
  if rank > best or (rank == best and id > first) then return pool end
end

-- The size of a pool is known as long as an execution holds it, or is held or waits and will need it.
local function forgetIfUnused(pool)
  if redis.call('EXISTS', executionSlotsKey(pool)) == 1 or redis.call('HEXISTS', wantedPoolsKey(), pool) == 1 then return end
  redis.call('HDEL', poolSizesKey(), pool)
end

-- Counts the executions that are held or wait, and claim each pool.
local function countWanting(claims, count)
  for index = firstOfPools, #claims do
    local pool = claims[index][1]
    if redis.call('HINCRBY', wantedPoolsKey(), pool, count) == 0 then
      redis.call('HDEL', wantedPoolsKey(), pool)
      forgetIfUnused(pool)
    end
  end
end

local function take(id, claim)
  if redis.call('SADD', executionSlotsKey(claim[1]), id) == 0 or claim[2] == 1 then return end
  redis.call('HINCRBY', extraPermitsKey(), claim[1], claim[2] - 1)
end

local function giveBack(id, claim)
  if redis.call('SREM', executionSlotsKey(claim[1]), id) == 0 then return end
  if claim[2] > 1 and redis.call('HINCRBY', extraPermitsKey(), claim[1], 1 - claim[2]) == 0 then
    redis.call('HDEL', extraPermitsKey(), claim[1])
  end
  if not claim[3] then forgetIfUnused(claim[1]) end
  table.insert(freed, claim[1])
end

local function beginsWith(text, prefix) return string.sub(text, 1, #prefix) == prefix end

-- Takes all claims, or returns the queue in which the execution is held. One that was held long for one of several
-- locks keeps those before it; one that is held for its flow keeps nothing, as others of the flow may need it.
local function takeAll(id, claims, rank, since)
  for index, claim in ipairs(claims) do
    local obstacle = obstacleOf(id, claim, rank)
    if obstacle and index == 1 then
      for later = firstOfPools, #claims do giveBack(id, claims[later]) end
    elseif obstacle and beginsWith(obstacle, lockPrefix) and since and milliseconds() - since >= patience then
      for earlier = firstOfPools, index - 1 do take(id, claims[earlier]) end
    end
    if obstacle then return obstacle end
  end
  for _, claim in ipairs(claims) do take(id, claim) end
end

-- A held execution is in an index of its own, so that nothing that looks for executions to start reads it.
local function indexHeld(id, state, isHeld)
  local index, other = executionIndexKey('held:' .. state), executionIndexKey('state:' .. state)
  if not isHeld then index, other = other, index end
  redis.call('ZREM', other, id)
  redis.call('ZADD', index, 0, id)
end

local function enqueue(id, pool, rank)
  redis.call('ZADD', heldExecutionsKey(pool), rank, id)
  redis.call('HSET', executionKey(id), 'waitsIn', pool)
end

-- Holds an execution that is in the index of its state.
local function beginHold(id, state, pool, claims, rank)
  enqueue(id, pool, rank)
  countWanting(claims, 1)
  redis.call('HSET', executionKey(id), 'waiting', '1', 'waitsSince', milliseconds())
  indexHeld(id, state, true)
end

local function endHold(id, claims)
  countWanting(claims, -1)
  redis.call('HSET', executionKey(id), 'waiting', '', 'readyAt', milliseconds())
  redis.call('HDEL', executionKey(id), 'waitsIn', 'waitsSince', 'trouble', 'troubleSince')
  -- A change that was decided while it was held no longer fits.
  redis.call('HINCRBY', executionKey(id), 'version', 1)
  indexHeld(id, redis.call('HGET', executionKey(id), 'state'), false)
end

-- Starts a held execution, or moves it to the queue of the pool that holds it up.
local function tryExecution(id, claims, rank, since, released)
  local obstacle = takeAll(id, claims, tonumber(rank), since)
  if obstacle then return enqueue(id, obstacle, rank) end
  endHold(id, claims)
  table.insert(released, id)
end

-- A pool can have grown again.
local function tryUnfit(released)
  for _, id in ipairs(redis.call('ZRANGE', heldExecutionsKey(unfit), 0, maxTries - 1)) do
    local claims, rank, since = claimsOf(id)
    redis.call('ZREM', heldExecutionsKey(unfit), id)
    tryExecution(id, claims, rank, since, released)
  end
end

-- Starts those that a pool holds up, the best first.
local function tryHeld(pool, released)
  local queue = heldExecutionsKey(pool)
  while true do
    local id, rank = unpack(redis.call('ZRANGE', queue, 0, 0, 'WITHSCORES'))
    if not id then break end
    if triesLeft == 0 then return redis.call('SADD', unfinishedPoolsKey(), pool) end
    local claims, _, since = claimsOf(id)
    for _, claim in ipairs(claims) do
      if claim[1] == pool and obstacleOf(id, claim, tonumber(rank)) == pool then return end
    end
    triesLeft = triesLeft - 1
    redis.call('ZREM', queue, id)
    tryExecution(id, claims, rank, since, released)
  end
end

-- Tries the queues of all freed pools. The one of `unfit` waits for a pool to grow: `tryUnfit`. Returns the executions that
-- may start.
local function tryFreed()
  local released = {}
  while freed[1] do
    local pool = table.remove(freed)
    if pool ~= unfit then tryHeld(pool, released) end
  end
  return released
end

-- Gives back the claims of an execution from an index on, except pools whose names begin with `keptPrefix` (nil for none),
-- and lets it leave its queue.
local function giveBackFrom(first, id, keptPrefix)
  local claims, _, _, waitsIn = claimsOf(id)
  for index = first, #claims do
    local claim = claims[index]
    if not keptPrefix or not beginsWith(claim[1], keptPrefix) then giveBack(id, claim) end
  end
  if not waitsIn then return end
  redis.call('ZREM', heldExecutionsKey(waitsIn), id)
  countWanting(claims, -1)
  table.insert(freed, waitsIn)
end

-- Replaces what an execution claims of its controller by what it claims of another one. If it is held now, returns the
-- pool; if it is held no more, it is added to `released`.
local function claimOfController(id, state, given, released)
  local claims, rank, since, waitsIn = claimsOf(id)
  local stored = {}
  for index = firstOfPools, #claims do
    local claim = claims[index]
    if beginsWith(claim[1], controllerPrefix) then giveBack(id, claim)
    else table.insert(stored, { claim[1], claim[2] }) end
  end
  for _, claim in ipairs(given) do
    redis.call('HSETNX', poolSizesKey(), claim[1], claim[3])
    table.insert(stored, { claim[1], claim[2] })
  end
  if stored[1] then redis.call('HSET', executionKey(id), 'claims', cjson.encode(stored))
  else redis.call('HDEL', executionKey(id), 'claims') end
  local all = claimsOf(id)
  if not waitsIn then
    local obstacle = takeAll(id, all, rank)
    if obstacle then beginHold(id, state, obstacle, all, rank) end
    return obstacle
  end
  -- First, so that the size of no pool is forgotten.
  countWanting(all, 1)
  countWanting(claims, -1)
  redis.call('ZREM', heldExecutionsKey(waitsIn), id)
  table.insert(freed, waitsIn)
  tryExecution(id, all, rank, since, released)
end
