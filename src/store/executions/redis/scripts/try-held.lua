-- @include store/redis/scripts/even-if-full.lua
-- @include store/executions/redis/scripts/claims.lua

-- Sets the size of a pool that is in use ('' keeps it), and tries those that it holds up; without a pool, those for which a
-- pool was too small. Returns those that may start.

evenIfFull()
if size ~= '' and redis.call('HEXISTS', poolSizesKey(), pool) == 1 then redis.call('HSET', poolSizesKey(), pool, size) end
redis.call('SREM', unfinishedPoolsKey(), pool)
local released = {}
if pool == '' then tryUnfit(released) else table.insert(freed, pool) end
for _, id in ipairs(tryFreed()) do table.insert(released, id) end
return released
