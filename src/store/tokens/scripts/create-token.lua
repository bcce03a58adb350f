-- Adds a token, unless its name is taken or there are too many valid ones. Reads every token: there are few, and creating
-- one is rare. Removes those that are no longer listed, and all expired ones if there would be too many. All times have
-- the same length, so they compare as strings. Returns the reason against it, or ''.

local own, valid, old, expired = 0, 0, {}, {}
for _, json in ipairs(redis.call('HVALS', tokens)) do
  local known = cjson.decode(json)
  if known.expiresAt == nil or known.expiresAt > now then
    if known.name == name then return 'name-taken' end
    valid = valid + 1
    if known.creator.subject == creator then own = own + 1 end
  else
    table.insert(known.expiresAt < unlisted and old or expired, known.id)
  end
end
if own >= tonumber(maxOfCreator) then return 'too-many-of-creator' end
if valid >= tonumber(maxInAll) then return 'too-many-in-all' end
local function remove(ids)
  for _, other in ipairs(ids) do
    redis.call('HDEL', tokens, other)
    redis.call('HDEL', uses, other)
  end
end
remove(old)
if valid + #expired >= tonumber(maxInAll) then remove(expired) end
redis.call('HSET', tokens, id, token)
return ''
