-- @include store/revisions/scripts/owners.lua

-- Makes a repository the owner of a namespace, unless another one is and is not overridden. Returns the outcome and the
-- other or previous owner as JSON, or ''.

local other = otherOwner(namespace, repository)
if other and takesOver == '0' then return { 'owned', other } end
local previous = redis.call('HGET', owners, namespace)
redis.call('HSET', owners, namespace, owner)
return { 'claimed', previous or '' }
