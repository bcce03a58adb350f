-- @include store/executions/redis/scripts/children.lua

-- Replaces a call by another one that starts at a time.

if not isWaitOf(id, version) then return end
redis.call('ZREM', executionChildWorkKey(id), call)
redis.call('ZADD', executionChildWorkKey(id), at, following)
redis.call('ZADD', dueWaitsKey(), 'XX', 'LT', at, id)
