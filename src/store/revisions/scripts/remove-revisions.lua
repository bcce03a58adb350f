-- @include store/revisions/scripts/sources.lua

-- Removes revisions, except for the newest `keep` ones of the flow. Returns how many were removed.

local newest = tonumber(redis.call('HGET', flow, 'revision') or '0') - tonumber(keep)
local removed = 0
for _, number in ipairs(numbers) do
  local entry = tonumber(number) <= newest and redis.call('HGET', revisions, number)
  if entry then
    releaseSource(cjson.decode(entry).sha256)
    redis.call('HDEL', revisions, number)
    removed = removed + 1
  end
end
return removed
