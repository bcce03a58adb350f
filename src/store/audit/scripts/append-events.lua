-- @keys auditIndex

-- Adds events, given as event, namespace and actor alternately ('' for none), and removes entries that are older than the
-- lifetime (0 keeps them) or too many. An index that is not written to for that long expires.

local kept = tonumber(lifetime)
local indexes, id = {}, nil
for position = 1, #events, 3 do
  id = redis.call('XADD', audit, '*', 'event', events[position])
  for offset, kind in ipairs({ 'namespace', 'actor' }) do
    local name = events[position + offset]
    if name ~= '' then
      local index = auditIndexKey(kind, name)
      redis.call('XADD', index, id, '-', '')
      indexes[index] = true
    end
  end
end
if kept > 0 then
  local now = tonumber(string.match(id, '^%d+'))
  redis.call('XTRIM', audit, 'MINID', '~', string.format('%.0f', now - kept))
end
redis.call('XTRIM', audit, 'MAXLEN', '~', maxEntries)
local first = redis.call('XRANGE', audit, '-', '+', 'COUNT', 1)[1][1]
for index in pairs(indexes) do
  redis.call('XTRIM', index, 'MINID', '~', first)
  if kept > 0 then redis.call('PEXPIRE', index, lifetime) end
end
