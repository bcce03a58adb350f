-- @include store/revisions/scripts/sources.lua
-- @include store/revisions/scripts/flows.lua
-- @include store/revisions/scripts/owners.lua
-- @keys failingFlows

-- Removes a flow; mode is delete or purge. Returns the outcome and the latest revision, or the owner of the namespace.

local owner = otherOwner(namespace, repository)
if owner then return { 'owned', owner } end

local known = readFlow()

if not known.revision then return { 'missing', 0 } end
if known.deleted and mode == 'delete' then return { 'deleted', known.revision } end
if isStale(known.revision, expected) then return { 'stale', known.revision } end

indexFlow('ZREM', namespace, id, known)
if mode == 'purge' then
  for _, entry in ipairs(redis.call('HVALS', revisions)) do releaseSource(cjson.decode(entry).sha256) end
  redis.call('DEL', flow, revisions, webhookKeys, skippedTicks, presets)
  redis.call('SREM', failingFlowsKey(), namespace .. '/' .. id)
else
  redis.call('HSET', flow, 'deletedAt', time, 'deletedBy', actor)
  known.deleted = time
  indexFlow('ZADD', namespace, id, known)
end
noteFlowChange(namespace, id)
return { 'removed', known.revision }
