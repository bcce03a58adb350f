-- Fields of hashes, of as many of the first ones as have at most so many bytes together, but of at least one.

local rows, bytes = {}, 0
for index, hash in ipairs(hashes) do
  local values = redis.call('HMGET', hash, unpack(fields))
  for _, value in ipairs(values) do bytes = bytes + (value and #value or 0) end
  if index > 1 and bytes > tonumber(maxBytes) then break end
  rows[index] = values
end
return rows
