-- @keys nothing

-- Called before the first change of a script that must run even if the memory of Redis is full, because it ends work or
-- keeps it going. Redis rejects a script only if its first change may need memory.
local function evenIfFull() redis.call('DEL', nothingKey()) end
