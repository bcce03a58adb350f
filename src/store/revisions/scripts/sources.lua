-- @keys source

-- Each source is stored once, with the number of revisions and executions that use it. Whatever adds or removes a use
-- counts it in the same atomic step, with these functions; the last one removes the source.

local function hasSource(sha256) return redis.call('EXISTS', sourceKey(sha256)) == 1 end

-- One use more; without bytes, the source must exist.
local function holdSource(sha256, bytes)
  if bytes then redis.call('HSETNX', sourceKey(sha256), 'bytes', bytes) end
  redis.call('HINCRBY', sourceKey(sha256), 'uses', 1)
end

local function releaseSource(sha256)
  if redis.call('HINCRBY', sourceKey(sha256), 'uses', -1) <= 0 then redis.call('DEL', sourceKey(sha256)) end
end

local function readSource(sha256) return redis.call('HGET', sourceKey(sha256), 'bytes') end
