-- @include store/revisions/scripts/sources.lua
-- @include store/revisions/scripts/flows.lua
-- @include store/revisions/scripts/owners.lua

-- Adds a revision to a flow; mode is create, update or restore. Returns the outcome and the latest revision, or the owner
-- of the namespace.

local owner = otherOwner(namespace, repository)
if owner then return { 'owned', owner } end

local known = readFlow()

if mode == 'create' then
  if known.revision and known.deleted then return { 'deleted', known.revision } end
  if known.revision then return { 'exists', known.revision } end
else
  if not known.revision then return { 'missing', 0 } end
  -- For its repository, a deleted flow is one that has no file: it is back once it has one again.
  if known.deleted and mode == 'update' and repository == '' then return { 'deleted', known.revision } end
  if isStale(known.revision, expected) then return { 'stale', known.revision } end
  indexFlow('ZREM', namespace, id, known)
end

local revision = (known.revision or 0) + 1
redis.call('HSET', revisions, revision, entry)
holdSource(sha256, source)
if revision == 1 then redis.call('HSET', flow, 'createdAt', time, 'createdBy', actor) end
redis.call('HSET', flow, 'revision', revision, 'updatedAt', time, 'updatedBy', actor, 'sha256', sha256, 'format', format,
  'labels', labels, 'description', description, 'calls', calls, 'schedules', schedules, 'disabled', disabled,
  'tasks', tasks)
redis.call('HDEL', flow, 'deletedAt', 'deletedBy')
indexFlow('ZADD', namespace, id, { updatedAt = time, labels = labels, calls = calls, schedules = schedules })
noteFlowChange(namespace, id)
return { 'stored', revision }
