import { evenIfFull, LuaScript } from '../../store/redis/lua-script.ts';
import { sourceFunctions } from '../../store/revisions/redis-sources.ts';
import { maxUnstarted } from '../record/execution-store.ts';
import { recordFields } from './redis-execution-fields.ts';
import { executionHash, logFileHash, logKey, secretHash } from './redis-execution-keys.ts';

/*
 * The atomic steps of the store. Index keys are built inside the scripts, from data that only the scripts know; they
 * share the hash tag of KEYS.
 */

const shared = `${sourceFunctions}
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
-- A set: the executions of a flow, or of one of its triggers, whose builds Jenkins has not begun.
local function pendingKey(root, owner) return root .. ':pending:' .. owner end
-- A set: the executions that run on the machine of a gateway.
local function localKey(root) return root .. ':local' end
-- A list, the oldest first: the executions of a trigger that have ended without a build.
local function unstartedKey(root, trigger) return root .. ':unstarted:' .. trigger end

-- A list, the oldest first: the changes of state that notifications must still tell, at most a number; 0 for none.
local function noteState(root, max, id, number, state, namespace)
  if max == '0' then return end
  local key = root .. ':state-events'
  redis.call('RPUSH', key, id .. ' ' .. number .. ' ' .. state .. ' ' .. namespace)
  if redis.call('LLEN', key) > tonumber(max) then
    redis.call('LPOP', key)
    redis.call('INCR', key .. '-lost')
  end
end

-- Takes an execution out of everything. Keys: of its hash, its secrets, its log and the file of that.
local function removeExecution(root, id, keys)
  local known = redis.call('HMGET', keys[1], 'state', 'namespace', 'flowId', 'labels', 'sha256', 'trigger', 'idempotency')
  if not known[1] then return end
  releaseSource(known[5])
  for _, scope in ipairs(scopes(known[2], known[3], known[4])) do redis.call('ZREM', root .. ':' .. scope, id) end
  redis.call('ZREM', root .. ':state:' .. known[1], id)
  redis.call('SREM', localKey(root), id)
  redis.call('SREM', pendingKey(root, known[2] .. '/' .. known[3]), id)
  if known[6] then
    redis.call('SREM', pendingKey(root, known[6]), id)
    redis.call('LREM', unstartedKey(root, known[6]), 1, id)
  end
  if known[7] and redis.call('HGET', known[7], 'execution') == id then redis.call('DEL', known[7]) end
  redis.call('DEL', unpack(keys))
end

-- Of the executions of a trigger that have ended without a build only the newest stay.
local function keepUnstarted(root, trigger, id)
  local key = unstartedKey(root, trigger)
  redis.call('RPUSH', key, id)
  while redis.call('LLEN', key) > ${maxUnstarted} do
    local oldest = redis.call('LPOP', key)
    removeExecution(root, oldest, {
      '${executionHash('')}' .. oldest, '${secretHash('')}' .. oldest,
      '${logKey('')}' .. oldest, '${logFileHash('')}' .. oldest,
    })
  end
end
`;

/**
 * KEYS: execution hash, secret hash, idempotency hash. ARGV: root, id, namespace, flow id, state, time, accepted,
 * labels, SHA-256 of the source, format, media type, limit, behavior, reason, build, secrets, idempotency digest (''
 * for none), its lifetime in seconds, id of the trigger that started it ('' for none), max pending executions of the
 * flow and of the trigger (0 for no limit), max noted changes of state (0 for none), and the bytes of the source. The bytes may be left out: if the store does
 * not have them yet, the script does nothing and returns `source-needed`. Otherwise it returns what happened, the id of the
 * execution that was created or is known by the key, and the fields of the record that was created.
 */
export const createScript = new LuaScript(`${shared}
local root, id, namespace, flowId, state, time, accepted, labels = unpack(ARGV, 1, 8)
local sha256, format, mediaType, limit, behavior, reason, build, secrets, digest, lifetime, triggerId, flowPending, triggerPending, maxNoted, source = unpack(ARGV, 9, 23)

if digest ~= '' then
  local known = redis.call('HMGET', KEYS[3], 'digest', 'execution')
  if known[1] then return { known[1] == digest and 'repeated' or 'conflict', known[2] } end
end
local flow = namespace .. '/' .. flowId
local trigger = flow .. '/' .. triggerId
local function isFull(owner, max) return tonumber(max) > 0 and redis.call('SCARD', pendingKey(root, owner)) >= tonumber(max) end
if state == 'CREATED' and isFull(flow, flowPending) then return { 'flow-full', '' } end
if state == 'CREATED' and triggerId ~= '' and isFull(trigger, triggerPending) then return { 'trigger-full', '' } end
if not source and not hasSource(sha256) then return { 'source-needed' } end
if digest ~= '' then
  redis.call('HSET', KEYS[3], 'digest', digest, 'execution', id)
  if lifetime ~= '0' then redis.call('EXPIRE', KEYS[3], lifetime) end
end

holdSource(sha256, source)
local slots, queue, waits = slotsKey(root, flow), waitingKey(root, flow), ''
local hasNoSlot = tonumber(limit) > 0 and (redis.call('SCARD', slots) >= tonumber(limit) or redis.call('ZCARD', queue) > 0)
if state == 'CREATED' and hasNoSlot then
  if behavior == 'QUEUE' then
    waits = '1'
    redis.call('ZADD', queue, 0, id)
  else
    state = behavior == 'CANCEL' and 'KILLED' or 'FAILED'
    reason = 'The flow already runs ' .. limit .. (tonumber(limit) == 1 and ' execution' or ' executions') .. ', its maximum, and the behavior of its concurrency is ' .. behavior .. '.'
  end
end
if (state == 'CREATED' and waits == '') or state == 'RUNNING' then redis.call('SADD', slots, id) end

redis.call('HSET', KEYS[1], 'namespace', namespace, 'flowId', flowId, 'state', state, 'accepted', accepted, 'labels', labels,
  'sha256', sha256, 'format', format, 'mediaType', mediaType, 'limit', limit, 'waiting', waits, 'attempts', 0)
local history = state == 'CREATED' and 'CREATED ' .. time or 'CREATED ' .. time .. '\\n' .. state .. ' ' .. time
redis.call('HSET', KEYS[1], 'history', history)
if reason ~= '' then redis.call('HSET', KEYS[1], 'reason', reason) end
if build ~= '' then redis.call('HSET', KEYS[1], 'build', build) end
if triggerId ~= '' then redis.call('HSET', KEYS[1], 'trigger', trigger) end
-- What the key stands for may be removed before the key has lived its time. A build that was started by hand is known
-- by its key, and not recorded again.
if digest ~= '' and build == '' then redis.call('HSET', KEYS[1], 'idempotency', KEYS[3]) end
if state == 'CREATED' then
  redis.call('SADD', pendingKey(root, flow), id)
  if triggerId ~= '' then redis.call('SADD', pendingKey(root, trigger), id) end
  for name, text in pairs(cjson.decode(secrets)) do redis.call('HSET', KEYS[2], name, text) end
end
for _, scope in ipairs(scopes(namespace, flowId, labels)) do redis.call('ZADD', root .. ':' .. scope, 0, id) end
redis.call('ZADD', root .. ':state:' .. state, 0, id)
noteState(root, maxNoted, id, 1, 'CREATED', namespace)
if state ~= 'CREATED' then noteState(root, maxNoted, id, 2, state, namespace) end
if triggerId ~= '' and (state == 'FAILED' or state == 'KILLED') then keepUnstarted(root, trigger, id) end
return { 'created', id, redis.call('HMGET', KEYS[1], ${recordFields.map((field) => `'${field}'`).join(', ')}) }
`);

/**
 * KEYS: execution hash, secret hash, lease. ARGV: root, id, allowed states, new state ('' to stay), time, token ('' for
 * none), prefix of execution hashes, whether the new state is final, whether it must be waiting, max noted changes of state, then alternating
 * fields and values ('' removes). A final state frees the flow's slot, passes it to a waiting execution, and deletes
 * the secrets.
 */
export const changeScript = new LuaScript(`${shared}
local root, id, allowed, state, time, token, prefix, final, waiting, maxNoted = unpack(ARGV, 1, 10)
local known = redis.call('HMGET', KEYS[1], 'state', 'namespace', 'flowId', 'history', 'trigger', 'waiting')
if not known[1] then return { 'missing' } end
if token ~= '' and redis.call('GET', KEYS[3]) ~= token then return { 'fenced' } end
if not string.find(' ' .. allowed .. ' ', ' ' .. known[1] .. ' ', 1, true) then return { 'other-state', known[1] } end
if waiting == '1' and known[6] ~= '1' then return { 'other-state', known[1] } end

${evenIfFull}for index = 11, #ARGV, 2 do
  if ARGV[index] == 'trouble' then
    if ARGV[index + 1] == '' then redis.call('HDEL', KEYS[1], 'troubleSince')
    elseif redis.call('HGET', KEYS[1], 'trouble') ~= ARGV[index + 1] then redis.call('HSET', KEYS[1], 'troubleSince', time) end
  end
  if ARGV[index] == 'engine' and ARGV[index + 1] == 'local' then redis.call('SADD', localKey(root), id) end
  if ARGV[index + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[index])
  else redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1]) end
end
if state == '' or state == known[1] then return { 'changed' } end

redis.call('HSET', KEYS[1], 'state', state, 'history', known[4] .. '\\n' .. state .. ' ' .. time)
redis.call('ZREM', root .. ':state:' .. known[1], id)
redis.call('ZADD', root .. ':state:' .. state, 0, id)
local _, earlier = string.gsub(known[4], '\\n', '')
noteState(root, maxNoted, id, earlier + 2, state, known[2])
local flow = known[2] .. '/' .. known[3]
if state ~= 'CREATED' and state ~= 'QUEUED' then
  redis.call('SREM', pendingKey(root, flow), id)
  if known[5] then redis.call('SREM', pendingKey(root, known[5]), id) end
end
if final ~= '1' then return { 'changed' } end

if known[5] and redis.call('HEXISTS', KEYS[1], 'build') + redis.call('HEXISTS', KEYS[1], 'engine') == 0 then keepUnstarted(root, known[5], id) end

redis.call('DEL', KEYS[2])
redis.call('SREM', localKey(root), id)
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
  redis.call('HDEL', prefix .. first, 'trouble', 'troubleSince')
  table.insert(reply, first)
end
`);

/** KEYS: execution hash. Returns bytes, format and media type of its source. */
export const sourceScript = new LuaScript(`${sourceFunctions}
local known = redis.call('HMGET', KEYS[1], 'sha256', 'format', 'mediaType')
return { known[1] and readSource(known[1]), known[2], known[3] }
`);

/** KEYS: execution hash, secret hash, log, file of the log. ARGV: root, id. */
export const removeScript = new LuaScript(`${shared}${evenIfFull}removeExecution(ARGV[1], ARGV[2], KEYS)
`);

/**
 * KEYS: execution hash. ARGV: root, id. Puts an ended execution whose hash is complete into its indexes. Returns the
 * SHA-256 of a source that is missing, or ''.
 */
export const indexScript = new LuaScript(`${shared}
local root, id = ARGV[1], ARGV[2]
local known = redis.call('HMGET', KEYS[1], 'state', 'namespace', 'flowId', 'labels', 'sha256', 'trigger', 'build', 'engine')
if not hasSource(known[5]) then return known[5] end
holdSource(known[5])
for _, scope in ipairs(scopes(known[2], known[3], known[4])) do redis.call('ZADD', root .. ':' .. scope, 0, id) end
redis.call('ZADD', root .. ':state:' .. known[1], 0, id)
if known[6] and not known[7] and not known[8] then keepUnstarted(root, known[6], id) end
return ''
`);
