-- @include store/files/scripts/ledger.lua

-- Removes a content that is not kept beyond a time. Returns the name of its file.

local kept = redis.call('ZSCORE', contents, sha256)
if not kept or tonumber(kept) > tonumber(time) then return false end
local name = redis.call('HGET', names, sha256)
local size = tonumber(redis.call('HGET', sizes, sha256) or '0')
count('all', -size)
for _, owner in ipairs(redis.call('SMEMBERS', owners)) do count('actor:' .. owner, -size) end
redis.call('ZREM', contents, sha256)
redis.call('HDEL', names, sha256)
redis.call('HDEL', sizes, sha256)
redis.call('DEL', owners)
return name
