-- Notes the use of a token, unless one after `earliest` is known.

if redis.call('HEXISTS', tokens, id) == 0 then return end
local last = redis.call('HGET', uses, id)
if not last or last < earliest then redis.call('HSET', uses, id, now) end
