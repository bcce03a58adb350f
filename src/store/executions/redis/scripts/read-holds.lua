-- @keys execution, executionSlots, heldExecutions

-- Reads what holds executions up: for each that is held, its pool, since when, its position, the number of holders, and the
-- oldest holder (of many, any one) with its namespace, its history and its trouble; for others, an empty list.

local maxSorted = 50

local function oldestOf(slots, count)
  if count > maxSorted then return redis.call('SRANDMEMBER', slots) end
  local holders = redis.call('SMEMBERS', slots)
  table.sort(holders)
  return holders[1] or ''
end

local reply = {}
for index, id in ipairs(ids) do
  local fields = { 'waiting', 'waitsIn', 'waitsSince', 'namespace', 'flowId' }
  local waits, pool, since, namespace, flowId = unpack(redis.call('HMGET', executionKey(id), unpack(fields)))
  reply[index] = {}
  if waits == '1' then
    pool = pool or namespace .. '/' .. flowId
    local slots = executionSlotsKey(pool)
    local count = redis.call('SCARD', slots)
    local holder = oldestOf(slots, count)
    local known = redis.call('HMGET', executionKey(holder), 'namespace', 'history', 'trouble')
    reply[index] = { pool, since or '', redis.call('ZRANK', heldExecutionsKey(pool), id) or 0, count, holder,
      known[1] or '', known[2] or '', known[3] or '' }
  end
end
return reply
