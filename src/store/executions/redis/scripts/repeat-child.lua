-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/children.lua

-- Replaces a call by another one that starts at a time, unless another process has done so.

if not isWaitOf(id, version) then return end
evenIfFull()
if redis.call('ZREM', executionChildWorkKey(id), call) == 0 then return end
redis.call('ZADD', executionChildWorkKey(id), at, following)
redis.call('ZADD', dueWaitsKey(), 'XX', 'LT', at, id)
