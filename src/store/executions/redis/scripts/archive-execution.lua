-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/executions.lua

-- Replaces the record of an ended execution and its log by what lists show, even if the memory is full. Returns the
-- outcome and the name of the log's file. Other keys have its id too: as long as they would have it with its record.

local known = redis.call('HMGET', execution, 'state', 'sha256', 'trigger')
local state, sha256, trigger = unpack(known)
if not state then return { redis.call('EXISTS', archivedExecutionKey(id)) == 1 and 'archived' or 'missing', '' } end
evenIfFull()
local file = redis.call('HGET', executionLogFileKey(id), 'name')
redis.call('SET', archivedExecutionKey(id), summary)
releaseSource(sha256)
redis.call('ZREM', executionIndexKey('all'), id)
redis.call('ZREM', executionIndexKey('state:' .. state), id)
redis.call('ZADD', executionIndexKey('archived:' .. state), 0, id)
if trigger then redis.call('LREM', unstartedExecutionsKey(trigger), 1, id) end
redis.call('DEL', execution, executionSecretsKey(id), executionLogKey(id), executionLogFileKey(id), executionLogTimesKey(id))
return { 'archived', file or '' }
