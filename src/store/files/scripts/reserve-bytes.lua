-- @include store/files/scripts/ledger.lua

-- Reserves the needed bytes and, up to a share of the remaining space, the preferred bytes. Returns `held` and the
-- bytes, or the exceeded quota and the bytes in use.

releaseForgotten(now)
local held = readReservation(id)
local usedByActor, usedInAll = used('actor:' .. actor), used('all')
local forActor, inAll = tonumber(maxOfActor) - usedByActor + held, tonumber(maxInAll) - usedInAll + held
if tonumber(needed) > held then
  if tonumber(needed) > forActor then return { 'perActor', whole(usedByActor) } end
  if tonumber(needed) > inAll then return { 'inAll', whole(usedInAll) } end
end
local granted = math.max(held, tonumber(needed))
local left = math.max(math.min(forActor, inAll) - granted, 0)
granted = granted + math.max(math.min(tonumber(preferred) - granted, math.floor(left / maxShareDivisor)), 0)
setReservation(id, actor, granted)
redis.call('ZADD', reservationTimes, expiresAt, id)
return { 'held', whole(granted) }
