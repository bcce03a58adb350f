-- Determines what a process must do before it uses the store: returns the outcome and its details. The first process
-- on an empty store sets the format.

local format, flowgate, restoring, from = unpack(redis.call('HMGET', store, 'format', 'flowgate', 'restoring', 'migratingFrom'))
if restoring then return { 'restoring', restoring } end
if not format then
  if isEmpty == '0' then return { 'unknown' } end
  redis.call('HSET', store, 'format', ours, 'flowgate', version)
  return { 'ready' }
end
if tonumber(format) > tonumber(ours) then return { 'newer', format, flowgate or '' } end
if tonumber(from or format) < oldestFormat then return { 'older', from or format, flowgate or '' } end
if format == ours and not from then return { 'ready' } end
if not redis.call('SET', lock, token, 'NX', 'PX', milliseconds) then return { 'locked' } end
return { 'migrate' }
