-- Sets the format before a migration, so that no older Flowgate uses the store from now on. Returns the format of the
-- data, unless the lock has expired.

if redis.call('GET', lock) ~= token then return false end
local known = redis.call('HMGET', store, 'format', 'migratingFrom')
local from = known[2] or known[1]
redis.call('HSET', store, 'format', ours, 'flowgate', version, 'migratingFrom', from)
return from
