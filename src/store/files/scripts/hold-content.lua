-- Keeps a content longer. Returns whether it exists.

if redis.call('HEXISTS', names, sha256) == 0 then return 0 end
redis.call('ZADD', contents, 'GT', keptUntil, sha256)
return 1
