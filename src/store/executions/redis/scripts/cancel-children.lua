-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/children.lua

-- Starts no further children, for the first reason that it gets.

if not isWaitOf(id, version) then return end
evenIfFull()
redis.call('HSETNX', executionChildrenKey(id), 'cancel', reason)
redis.call('ZADD', dueWaitsKey(), 'XX', 0, id)
