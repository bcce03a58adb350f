-- @keys execution

-- The newest executions from `first` on to `last`, both as ZRANGE takes them, that are in an index of every filter,
-- and of the flow with that id unless it is ''.
-- `counts` are how many of the indexes each filter has; no execution is in two of a filter. Looks at `max` or a few more
-- of those of the smallest filter. Returns at least `size` ids unless there are fewer or it has looked at so many, and
-- the last id it looked at unless it has come to the end.

local filters, position = {}, 1
for _, count in ipairs(counts) do
  local filter = { size = 0, indexes = {} }
  for index = position, position + count - 1 do
    filter.size = filter.size + redis.call('ZCARD', indexes[index])
    table.insert(filter.indexes, indexes[index])
  end
  position = position + count
  table.insert(filters, filter)
end
table.sort(filters, function(one, other) return one.size < other.size end)
local smallest = table.remove(filters, 1)
local portion = #filters == 0 and flowId == '' and tonumber(size) or math.min(500, math.max(50, tonumber(size)))

local function nextOnes()
  local ids = {}
  for _, index in ipairs(smallest.indexes) do
    for _, id in ipairs(redis.call('ZRANGE', index, first, last, 'BYLEX', 'REV', 'LIMIT', 0, portion)) do
      table.insert(ids, id)
    end
  end
  if #smallest.indexes == 1 then return ids end
  table.sort(ids, function(one, other) return one > other end)
  return { unpack(ids, 1, math.min(portion, #ids)) }
end

-- Those that are in one of the indexes, in their order.
local function within(indexes, ids)
  local isIn, left = {}, {}
  if #ids == 0 then return left end
  for _, index in ipairs(indexes) do
    for place, score in ipairs(redis.call('ZMSCORE', index, unpack(ids))) do isIn[place] = isIn[place] or score end
  end
  for place, id in ipairs(ids) do if isIn[place] then table.insert(left, id) end end
  return left
end

-- Only the caller can read which flow an archived one has run.
local function ofFlow(ids)
  local left = {}
  for _, id in ipairs(ids) do
    local known = redis.call('HGET', executionKey(id), 'flowId')
    if not known or known == flowId then table.insert(left, id) end
  end
  return left
end

local found, seen = {}, 0
while true do
  local ids = nextOnes()
  local count, latest = #ids, ids[#ids]
  for _, filter in ipairs(filters) do ids = within(filter.indexes, ids) end
  if flowId ~= '' then ids = ofFlow(ids) end
  for _, id in ipairs(ids) do table.insert(found, id) end
  seen = seen + count
  if count < portion then return { found } end
  if #found >= tonumber(size) or seen >= tonumber(max) then return { found, latest } end
  first, portion = '(' .. latest, math.min(500, portion * 2)
end
