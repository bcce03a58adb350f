-- @include store/revisions/scripts/sources.lua

-- Adds revisions, given as numbers and entries alternately, that do not exist. Returns the digest of a source that is
-- missing, or ''.

for position = 1, #entries, 2 do
  local sha256 = cjson.decode(entries[position + 1]).sha256
  if not hasSource(sha256) then return sha256 end
  if redis.call('HSETNX', revisions, entries[position], entries[position + 1]) == 1 then holdSource(sha256) end
end
return ''
