-- @include store/revisions/scripts/sources.lua

-- Removes the revisions of a flow that has no hash.

for _, entry in ipairs(redis.call('HVALS', revisions)) do releaseSource(cjson.decode(entry).sha256) end
redis.call('DEL', revisions)
