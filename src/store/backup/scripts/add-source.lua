-- Adds a source without a use, as if one had just ended; something that uses it must follow.

redis.call('HSETNX', source, 'bytes', bytes)
redis.call('HINCRBY', source, 'uses', 0)
