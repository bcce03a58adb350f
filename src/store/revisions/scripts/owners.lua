-- @keys namespaceOwners

-- Only the repository that owns a namespace changes its flows: whatever changes one asks here in the same atomic step.
-- Returns the owner as JSON if it is another one than `repository`; '' is no repository.
local function otherOwner(namespace, repository)
  local owner = redis.call('HGET', namespaceOwnersKey(), namespace)
  if owner and cjson.decode(owner).repository ~= repository then return owner end
end
