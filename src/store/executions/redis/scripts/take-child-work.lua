-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/children.lua

-- What an execution that waits for `total` others, of which `kept` need not run, has to do by `now`, at most `limit`
-- calls: those of children that have ended, with their ids, and those to start again, with ''. It is due again when the
-- next call is, or at `deadline`, or at `busyUntil` if there is something to do. Returns the number of the items that
-- were started, why the others are not (''), the counts of children that are open, succeeded and failed, and how many
-- calls are left; nothing if it does not wait.

if not isWaitOf(id, version) then return {} end
evenIfFull()
local work, key = executionChildWorkKey(id), executionChildrenKey(id)
local calls = redis.call('ZRANGEBYSCORE', work, 0, now, 'LIMIT', 0, limit)
local later = redis.call('ZRANGEBYSCORE', work, '(' .. now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
if later then
  local retrying = redis.call('ZCOUNT', work, '(' .. now, '+inf')
  redis.call('HSET', execution, 'childrenRetrying', retrying, 'childrenRetryAt', later)
else redis.call('HDEL', execution, 'childrenRetrying', 'childrenRetryAt') end
if redis.call('HSETNX', execution, 'childrenTotal', total) == 1 then
  redis.call('HSET', execution, 'childrenSucceeded', kept)
end
local counts = redis.call('HMGET', execution, 'childrenOpen', 'childrenSucceeded', 'childrenFailed', 'stop')
local open, succeeded, failed = tonumber(counts[1] or '0'), tonumber(counts[2] or '0'), tonumber(counts[3] or '0')
local next, cancel = redis.call('HGET', key, 'next') or '0', redis.call('HGET', key, 'cancel') or ''
local hasMore = tonumber(next) < tonumber(total) and open < tonumber(maxOpen)
local isDone = open == 0 and succeeded + failed >= tonumber(total)
local due = deadline
for _, time in ipairs({
  later or due,
  (#calls > 0 or hasMore or isDone or cancel ~= '' or counts[4]) and busyUntil or due,
}) do
  if due == '+inf' or (time ~= '+inf' and tonumber(time) < tonumber(due)) then due = time end
end
redis.call('ZADD', dueWaitsKey(), 'XX', due, id)
local reply = { next, cancel, open, succeeded, failed, redis.call('ZCARD', work) }
for _, call in ipairs(calls) do
  table.insert(reply, call)
  table.insert(reply, redis.call('HGET', key, call) or '')
end
return reply
