-- @keys auditIndex

-- Adds entries, given as id, event, namespace and actor alternately. The ids must be greater than those of all entries.

for position = 1, #entries, 4 do
  local id = entries[position]
  redis.call('XADD', audit, id, 'event', entries[position + 1])
  for offset, kind in ipairs({ 'namespace', 'actor' }) do
    local name = entries[position + 1 + offset]
    if name ~= '' then
      local index = auditIndexKey(kind, name)
      redis.call('XADD', index, id, '-', '')
      if lifetime ~= '0' then redis.call('PEXPIRE', index, lifetime) end
    end
  end
end
