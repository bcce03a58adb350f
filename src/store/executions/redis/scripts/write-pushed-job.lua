-- Records a pushed job if the lease has the token.

if redis.call('GET', lease) ~= token then return end
redis.call('HSET', job, 'digest', digest, 'url', url)
redis.call('SET', mark, '1')
