-- Collects what the next message to a receiver tells: ids and items as JSON alternately. An id that is known is left out.
-- Returns how many were lost, because there are `max` already.

local lost = 0
for index = 1, #items, 2 do
  if redis.call('ZADD', known, 'NX', now, items[index]) == 1 then
    if redis.call('LLEN', collected) < tonumber(max) then redis.call('RPUSH', collected, items[index + 1])
    else lost = lost + 1 end
  end
end
redis.call('ZREMRANGEBYRANK', known, 0, -maxKnown - 1)
if redis.call('EXISTS', collected) == 1 then redis.call('HSETNX', collecting, 'since', now) end
for _, key in ipairs({ known, collected, collecting }) do redis.call('EXPIRE', key, keptSeconds) end
return lost
