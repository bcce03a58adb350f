-- Returns whether the token existed.

redis.call('HDEL', uses, id)
return redis.call('HDEL', tokens, id)
