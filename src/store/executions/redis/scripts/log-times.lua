-- Notes that the bytes of a log from an offset on were written at a time, in milliseconds since 1970; 0 if that is not
-- known. A second has one time; of many, older ones become fewer.
local function noteTime(times, offset, at)
  local last = redis.call('LINDEX', times, -1)
  if last then
    local lastOffset, lastAt = string.match(last, '^(%d+) (%d+)$')
    lastOffset, lastAt = tonumber(lastOffset), tonumber(lastAt)
    if offset < lastOffset or at > 0 and at < lastAt + 1000 then return end
    if offset == lastOffset then redis.call('RPOP', times) end
  end
  redis.call('RPUSH', times, string.format('%.0f %.0f', offset, at))
  if redis.call('LLEN', times) <= maxTimes then return end
  local all = redis.call('LRANGE', times, 0, -1)
  redis.call('DEL', times)
  for index, time in ipairs(all) do
    -- Without the beginning of a part that is not known, its lines would have the time before it.
    if index % 2 == 1 or string.sub(time, -2) == ' 0' then redis.call('RPUSH', times, time) end
  end
  redis.call('LTRIM', times, -maxTimes, -1)
end
