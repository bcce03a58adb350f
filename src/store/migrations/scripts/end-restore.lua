-- Marks a restore as complete. Returns whether the lock was still held.

if redis.call('GET', lock) ~= token then return 0 end
redis.call('HDEL', store, 'restoring')
return 1
