-- The count of uploaded bytes. The script must have the keys `usage`, `reservations` and `reservationTimes`.

local function whole(number) return string.format('%.0f', number) end

local function count(field, bytes)
  if bytes ~= 0 and redis.call('HINCRBY', usage, field, whole(bytes)) <= 0 then redis.call('HDEL', usage, field) end
end

local function used(field) return tonumber(redis.call('HGET', usage, field) or '0') end

local function readReservation(id)
  local text = redis.call('HGET', reservations, id)
  if not text then return 0, nil end
  local bytes, owner = string.match(text, '^(%d+) (.*)$')
  return tonumber(bytes), owner
end

local function setReservation(id, owner, bytes)
  local before = readReservation(id)
  redis.call('HSET', reservations, id, whole(bytes) .. ' ' .. owner)
  count('all', bytes - before)
  count('actor:' .. owner, bytes - before)
end

local function release(id)
  local bytes, owner = readReservation(id)
  redis.call('HDEL', reservations, id)
  redis.call('ZREM', reservationTimes, id)
  if not owner then return end
  count('all', -bytes)
  count('actor:' .. owner, -bytes)
end

local function releaseForgotten(time)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', reservationTimes, '-inf', time)) do release(id) end
end
