-- @keys namespaceOwners
-- @include store/revisions/scripts/sources.lua

-- Reads a revision, or the latest one for ''. Returns the fields of the flow, the owner of its namespace, the entry and
-- the source.

local fields = redis.call('HGETALL', flow)
if #fields == 0 then return false end
local number = revision ~= '' and revision or redis.call('HGET', flow, 'revision')
local entry = redis.call('HGET', revisions, number)
return { fields, redis.call('HGET', namespaceOwnersKey(), namespace), entry, entry and readSource(cjson.decode(entry).sha256) }
