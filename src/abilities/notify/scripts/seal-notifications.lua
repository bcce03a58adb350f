-- Makes a message of what was collected for a receiver: `delay` milliseconds after the first, and `interval` after the
-- last message. Returns its items as a JSON list, or ''. Until it is in the queue, the same message is returned again.

local sealed, since, sent = unpack(redis.call('HMGET', collecting, 'sealed', 'since', 'sent'))
if sealed then return sealed end
if not since then return '' end
if tonumber(now) < math.max(since + delay, (sent or 0) + interval) then return '' end
local items = redis.call('LRANGE', collected, 0, -1)
redis.call('DEL', collected)
redis.call('HDEL', collecting, 'since')
if #items == 0 then return '' end
sealed = '[' .. table.concat(items, ',') .. ']'
redis.call('HSET', collecting, 'sealed', sealed, 'sent', now)
return sealed
