import { LuaScript } from '../../redis/lua-script.ts';
import { sourceFunctions } from '../../revision/redis-sources.ts';

/*
 * The atomic steps of the store. The keys of the indexes are made inside, from what only the script knows; they carry
 * the same hash tag as KEYS.
 */

const shared = `
-- The indexes that an execution is in for as long as it is kept; with its state, it is in one more.
local function scopes(namespace, flowId, labels)
  local names = { 'all', 'namespace:' .. namespace, 'flow:' .. namespace .. '/' .. flowId }
  for name, value in pairs(cjson.decode(labels)) do table.insert(names, 'label:' .. name .. '=' .. value) end
  return names
end

-- A set: the executions of the flow that go on. Kept without a limit too, for a later revision may have one.
local function slotsKey(root, flow) return root .. ':slots:' .. flow end
-- A sorted set with equal scores, so that the oldest is the first: the executions that wait for a slot.
local function waitingKey(root, flow) return root .. ':waiting:' .. flow end
-- A set: the executions that a schedule has started and whose builds Jenkins has not begun.
local function scheduledKey(root, flow, schedule) return root .. ':scheduled:' .. flow .. '/' .. schedule end
`;

/**
 * KEYS: execution hash, secret hash, idempotency hash.
 * ARGV: root, id, namespace, flow id, state, time, accepted, labels, SHA-256 of the source, format, media type, limit,
 * behavior, reason, build, secrets, idempotency digest ('' for none), its lifetime in seconds, id of the schedule that
 * started it ('' for none), and the bytes of the source. They may be left out: where they are not known yet, the script
 * does nothing then and returns `source-needed`.
 */
export const createScript = new LuaScript(`${shared}${sourceFunctions}
local root, id, namespace, flowId, state, time, accepted, labels = unpack(ARGV, 1, 8)
local sha256, format, mediaType, limit, behavior, reason, build, secrets, digest, lifetime, schedule, source = unpack(ARGV, 9, 20)

if digest ~= '' then
  local known = redis.call('HMGET', KEYS[3], 'digest', 'execution')
  if known[1] then return { known[1] == digest and 'repeated' or 'conflict', known[2] } end
end
if not source and not hasSource(sha256) then return { 'source-needed' } end
if digest ~= '' then
  redis.call('HSET', KEYS[3], 'digest', digest, 'execution', id)
  if lifetime ~= '0' then redis.call('EXPIRE', KEYS[3], lifetime) end
end

holdSource(sha256, source)
local flow = namespace .. '/' .. flowId
local slots, queue, waits = slotsKey(root, flow), waitingKey(root, flow), ''
local isFull = tonumber(limit) > 0 and (redis.call('SCARD', slots) >= tonumber(limit) or redis.call('ZCARD', queue) > 0)
if state == 'CREATED' and isFull then
  if behavior == 'QUEUE' then
    waits = '1'
    redis.call('ZADD', queue, 0, id)
  else
    state = behavior == 'CANCEL' and 'KILLED' or 'FAILED'
    reason = 'The flow runs ' .. limit .. (tonumber(limit) == 1 and ' execution' or ' executions') .. ' at once, and its concurrency says ' .. behavior .. '.'
  end
end
if (state == 'CREATED' and waits == '') or state == 'RUNNING' then redis.call('SADD', slots, id) end

redis.call('HSET', KEYS[1], 'namespace', namespace, 'flowId', flowId, 'state', state, 'accepted', accepted, 'labels', labels,
  'sha256', sha256, 'format', format, 'mediaType', mediaType, 'limit', limit, 'waiting', waits, 'attempts', 0)
local history = state == 'CREATED' and 'CREATED ' .. time or 'CREATED ' .. time .. '\\n' .. state .. ' ' .. time
redis.call('HSET', KEYS[1], 'history', history)
if reason ~= '' then redis.call('HSET', KEYS[1], 'reason', reason) end
if build ~= '' then redis.call('HSET', KEYS[1], 'build', build) end
if schedule ~= '' and state == 'CREATED' then
  redis.call('HSET', KEYS[1], 'schedule', schedule)
  redis.call('SADD', scheduledKey(root, flow, schedule), id)
end
if state == 'CREATED' then
  for name, text in pairs(cjson.decode(secrets)) do redis.call('HSET', KEYS[2], name, text) end
end
for _, scope in ipairs(scopes(namespace, flowId, labels)) do redis.call('ZADD', root .. ':' .. scope, 0, id) end
redis.call('ZADD', root .. ':state:' .. state, 0, id)
return { 'created', id }
`);

/**
 * KEYS: execution hash, secret hash, lease. ARGV: root, id, allowed states, new state ('' to stay), time, token ('' for
 * none), prefix of execution hashes, whether the new state is final, then field and value in turns ('' removes).
 * A final state frees the flow's slot, gives it to those who wait, and forgets the secrets.
 */
export const changeScript = new LuaScript(`${shared}
local root, id, allowed, state, time, token, prefix, final = unpack(ARGV, 1, 8)
local known = redis.call('HMGET', KEYS[1], 'state', 'namespace', 'flowId', 'history', 'schedule')
if not known[1] then return { 'missing' } end
if token ~= '' and redis.call('GET', KEYS[3]) ~= token then return { 'fenced' } end
if not string.find(' ' .. allowed .. ' ', ' ' .. known[1] .. ' ', 1, true) then return { 'other-state', known[1] } end

for index = 9, #ARGV, 2 do
  if ARGV[index] == 'trouble' then
    if ARGV[index + 1] == '' then redis.call('HDEL', KEYS[1], 'troubleSince')
    elseif redis.call('HGET', KEYS[1], 'trouble') ~= ARGV[index + 1] then redis.call('HSET', KEYS[1], 'troubleSince', time) end
  end
  if ARGV[index + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[index])
  else redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1]) end
end
if state == '' or state == known[1] then return { 'changed' } end

redis.call('HSET', KEYS[1], 'state', state, 'history', known[4] .. '\\n' .. state .. ' ' .. time)
redis.call('ZREM', root .. ':state:' .. known[1], id)
redis.call('ZADD', root .. ':state:' .. state, 0, id)
local flow = known[2] .. '/' .. known[3]
if known[5] and state ~= 'CREATED' and state ~= 'QUEUED' then redis.call('SREM', scheduledKey(root, flow, known[5]), id) end
if final ~= '1' then return { 'changed' } end

redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'waiting', '')
local slots, queue, reply = slotsKey(root, flow), waitingKey(root, flow), { 'changed' }
redis.call('SREM', slots, id)
redis.call('ZREM', queue, id)
while true do
  local first = redis.call('ZRANGE', queue, 0, 0)[1]
  if not first then return reply end
  if redis.call('SCARD', slots) >= tonumber(redis.call('HGET', prefix .. first, 'limit') or '1') then return reply end
  redis.call('ZREM', queue, first)
  redis.call('SADD', slots, first)
  redis.call('HSET', prefix .. first, 'waiting', '')
  table.insert(reply, first)
end
`);

/** KEYS: execution hash. Returns bytes, format and media type of its source. */
export const sourceScript = new LuaScript(`${sourceFunctions}
local known = redis.call('HMGET', KEYS[1], 'source', 'sha256', 'format', 'mediaType')
-- Executions that version 0.1.0 has made keep the source themselves.
return { known[1] or known[2] and readSource(known[2]), known[3], known[4] }
`);

/** KEYS: execution hash, secret hash, log. ARGV: root, id. */
export const removeScript = new LuaScript(`${shared}${sourceFunctions}
local known = redis.call('HMGET', KEYS[1], 'state', 'namespace', 'flowId', 'labels', 'sha256')
if not known[1] then return end
if known[5] then releaseSource(known[5]) end
for _, scope in ipairs(scopes(known[2], known[3], known[4])) do redis.call('ZREM', ARGV[1] .. ':' .. scope, ARGV[2]) end
redis.call('ZREM', ARGV[1] .. ':state:' .. known[1], ARGV[2])
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
`);
