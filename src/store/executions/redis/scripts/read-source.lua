-- @include store/revisions/scripts/sources.lua

-- Returns bytes, format and media type of the source of an execution.

local known = redis.call('HMGET', execution, 'sha256', 'format', 'mediaType')
return { known[1] and readSource(known[1]), known[2], known[3] }
