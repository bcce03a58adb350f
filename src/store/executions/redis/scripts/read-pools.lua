-- @keys execution, executionSlots, heldExecutions, poolSizes, extraPermits

-- Reads how pools are used: for each its size ('' if it is not in use), the permits that are held, the number of executions
-- that wait in its queue, and since when the next one waits, in milliseconds ('' without one).

local reply = {}
for index, pool in ipairs(pools) do
  local queue = heldExecutionsKey(pool)
  local next = redis.call('ZRANGE', queue, 0, 0)[1]
  local held = redis.call('SCARD', executionSlotsKey(pool)) + (redis.call('HGET', extraPermitsKey(), pool) or 0)
  reply[index] = { redis.call('HGET', poolSizesKey(), pool) or '', held, redis.call('ZCARD', queue),
    next and redis.call('HGET', executionKey(next), 'waitsSince') or '' }
end
return reply
