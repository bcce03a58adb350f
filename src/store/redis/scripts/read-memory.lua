-- A script, because a cluster sends it to the server that has our keys. The key is not read.

return redis.call('INFO', 'memory')
