-- Notes the new format of the data after a step. Returns whether the lock was still held.

if redis.call('GET', lock) ~= token then return 0 end
if redis.call('HGET', store, 'migratingFrom') ~= before then return 0 end
if redis.call('HGET', store, 'format') == after then redis.call('HDEL', store, 'migratingFrom')
else redis.call('HSET', store, 'migratingFrom', after) end
return 1
