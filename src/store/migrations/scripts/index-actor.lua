-- @keys executionIndex

-- Lists an execution with who started it, unless it was removed.
if redis.call('EXISTS', execution) == 0 then return 0 end
redis.call('ZADD', executionIndexKey('actor:' .. actor), 0, id)
return redis.call('HSET', execution, 'actor', actor)
