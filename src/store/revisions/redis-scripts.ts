import { LuaScript } from '../redis/lua-script.ts';
import { sourceFunctions } from './redis-sources.ts';

/*
 * The atomic steps of the store. KEYS: the flow's hash, its entries, its webhooks'
 * keys, its skipped ticks. The keys of indexes and sources are built inside, from data that only the scripts know; they
 * share the hash tag.
 */

const shared = `${sourceFunctions}
local flow, entries, hookKeys, skippedTicks = unpack(KEYS, 1, 4)

local function state()
  local fields = redis.call('HMGET', flow, 'revision', 'deletedAt', 'updatedAt', 'labels', 'calls', 'schedules')
  return {
    revision = tonumber(fields[1]), deleted = fields[2], updatedAt = fields[3], labels = fields[4], calls = fields[5] or '[]',
    schedules = fields[6] or '[]',
  }
end

local function isStale(revision, expected)
  if expected == '' then return false end
  for number in string.gmatch(expected, '%d+') do
    if tonumber(number) == revision then return false end
  end
  return true
end

-- Puts the flow into all its indexes (command ZADD) or takes it out (ZREM).
local function index(command, root, namespace, id, known)
  local scopes = { known.deleted and 'deleted' or 'live' }
  if not known.deleted then
    for name, value in pairs(cjson.decode(known.labels)) do table.insert(scopes, 'label:' .. name .. '=' .. value) end
  end
  local members = {
    namespace = namespace .. ' ' .. id,
    id = id .. ' ' .. namespace,
    updated = known.updatedAt .. ' ' .. namespace .. ' ' .. id,
  }
  for _, scope in ipairs(scopes) do
    for order, member in pairs(members) do
      local key = root .. ':' .. scope .. ':' .. order
      if command == 'ZADD' then redis.call('ZADD', key, 0, member) else redis.call('ZREM', key, member) end
    end
  end
  if known.deleted then return end
  if known.schedules ~= '[]' then
    if command == 'ZADD' then redis.call('ZADD', root .. ':scheduled', 0, members.namespace)
    else redis.call('ZREM', root .. ':scheduled', members.namespace) end
  end
  for _, called in ipairs(cjson.decode(known.calls)) do
    local key = root .. ':callers:' .. called
    if command == 'ZADD' then redis.call('ZADD', key, 0, members.namespace) else redis.call('ZREM', key, members.namespace) end
  end
end
`;

/**
 * ARGV: index root, namespace, id, mode, expected, time, actor, source, sha256, format, entry, labels, description,
 * calls, schedules, whether it is disabled (0 or 1).
 */
export const writeScript = new LuaScript(`${shared}
local root, namespace, id, mode, expected, time, actor = unpack(ARGV, 1, 7)
local source, sha256, format, entry, labels, description, calls, schedules, disabled = unpack(ARGV, 8, 16)
local known = state()

if mode == 'create' then
  if known.revision and known.deleted then return { 'deleted', known.revision } end
  if known.revision then return { 'exists', known.revision } end
else
  if not known.revision then return { 'missing', 0 } end
  if known.deleted and mode == 'update' then return { 'deleted', known.revision } end
  if isStale(known.revision, expected) then return { 'stale', known.revision } end
  index('ZREM', root, namespace, id, known)
end

local revision = (known.revision or 0) + 1
redis.call('HSET', entries, revision, entry)
holdSource(sha256, source)
if revision == 1 then redis.call('HSET', flow, 'createdAt', time, 'createdBy', actor) end
redis.call('HSET', flow, 'revision', revision, 'updatedAt', time, 'updatedBy', actor, 'sha256', sha256, 'format', format,
  'labels', labels, 'description', description, 'calls', calls, 'schedules', schedules, 'disabled', disabled)
redis.call('HDEL', flow, 'deletedAt', 'deletedBy')
index('ZADD', root, namespace, id, { updatedAt = time, labels = labels, calls = calls, schedules = schedules })
return { 'stored', revision }
`);

/** ARGV: index root, namespace, id, mode (delete or purge), expected, time, actor. */
export const removeScript = new LuaScript(`${shared}
local root, namespace, id, mode, expected, time, actor = unpack(ARGV, 1, 7)
local known = state()

if not known.revision then return { 'missing', 0 } end
if known.deleted and mode == 'delete' then return { 'deleted', known.revision } end
if isStale(known.revision, expected) then return { 'stale', known.revision } end

index('ZREM', root, namespace, id, known)
if mode == 'purge' then
  local known = redis.call('HGETALL', entries)
  for index = 1, #known, 2 do
    releaseSource(cjson.decode(known[index + 1]).sha256)
  end
  redis.call('DEL', flow, entries, hookKeys, skippedTicks)
else
  redis.call('HSET', flow, 'deletedAt', time, 'deletedBy', actor)
  known.deleted = time
  index('ZADD', root, namespace, id, known)
end
return { 'removed', known.revision }
`);

/** ARGV: index root, namespace, id. Puts a flow whose hash is complete into its indexes. */
export const indexScript = new LuaScript(`${shared}
local root, namespace, id = unpack(ARGV, 1, 3)
index('ZADD', root, namespace, id, state())
`);

/**
 * KEYS: entries. ARGV: revisions and their entries alternately. Adds those that are not there. Returns the SHA-256 of a
 * source that is missing, or ''.
 */
export const addEntriesScript = new LuaScript(`${sourceFunctions}
for position = 1, #ARGV, 2 do
  local sha256 = cjson.decode(ARGV[position + 1]).sha256
  if not hasSource(sha256) then return sha256 end
  if redis.call('HSETNX', KEYS[1], ARGV[position], ARGV[position + 1]) == 1 then holdSource(sha256) end
end
return ''
`);

/** KEYS: entries. Removes the entries of a flow that has no hash. */
export const removeEntriesScript = new LuaScript(`${sourceFunctions}
for _, entry in ipairs(redis.call('HVALS', KEYS[1])) do releaseSource(cjson.decode(entry).sha256) end
redis.call('DEL', KEYS[1])
`);

/**
 * KEYS: the flow's hash, its entries. ARGV: how many of the newest revisions stay, then revisions to remove. Returns how
 * many were removed.
 */
export const removeRevisionsScript = new LuaScript(`${sourceFunctions}
local newest = tonumber(redis.call('HGET', KEYS[1], 'revision') or '0') - tonumber(ARGV[1])
local removed = 0
for position = 2, #ARGV do
  local entry = tonumber(ARGV[position]) <= newest and redis.call('HGET', KEYS[2], ARGV[position])
  if entry then
    releaseSource(cjson.decode(entry).sha256)
    redis.call('HDEL', KEYS[2], ARGV[position])
    removed = removed + 1
  end
end
return removed
`);

/** ARGV: the revision, or '' for the latest. Returns the flow's fields, the entry and the source. */
export const readScript = new LuaScript(`${sourceFunctions}
local fields = redis.call('HGETALL', KEYS[1])
if #fields == 0 then return false end
local revision = ARGV[1] ~= '' and ARGV[1] or redis.call('HGET', KEYS[1], 'revision')
local entry = redis.call('HGET', KEYS[2], revision)
return { fields, entry, entry and readSource(cjson.decode(entry).sha256) }
`);
