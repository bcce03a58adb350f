import { evenIfFull, LuaScript } from '../../store/redis/lua-script.ts';

/**
 * The scripts of the log store. KEYS of all: the log, the hash of its file. The bytes of a log are those of its file, as
 * far as the hash says, and then the string.
 */

/** ARGV: offset, max bytes. Returns name and size of the file, size of the string, and its bytes in the range. */
export const readScript = new LuaScript(`
local known = redis.call('HMGET', KEYS[2], 'name', 'size')
if not known[1] and redis.call('EXISTS', KEYS[1]) == 0 then return false end
local inFile = tonumber(known[2] or '0')
local first, last = tonumber(ARGV[1]) - inFile, tonumber(ARGV[1]) + tonumber(ARGV[2]) - inFile - 1
local piece = ''
if first >= 0 and last >= first then piece = redis.call('GETRANGE', KEYS[1], first, last) end
return { known[1] or '', inFile, redis.call('STRLEN', KEYS[1]), piece }
`);

/**
 * ARGV: bytes, how many they are, max bytes of the string. Adds them if they fit; if not, they need not be sent. Returns
 * `kept`, `cut`, or `full` with name and size of the file and the string.
 */
export const appendScript = new LuaScript(`
local known = redis.call('HMGET', KEYS[2], 'name', 'size', 'cut')
if known[3] then return { 'cut' } end
if redis.call('STRLEN', KEYS[1]) + tonumber(ARGV[2]) <= tonumber(ARGV[3]) then
  redis.call('APPEND', KEYS[1], ARGV[1])
  return { 'kept' }
end
return { 'full', known[1] or '', tonumber(known[2] or '0'), redis.call('GET', KEYS[1]) or '' }
`);

/**
 * ARGV: name of the file, its size before, its new size, size of the string that it contains now. Returns whether
 * nothing else was written meanwhile.
 */
export const flushScript = new LuaScript(`
local known = redis.call('HMGET', KEYS[2], 'name', 'size')
if known[1] and known[1] ~= ARGV[1] or (known[2] or '0') ~= ARGV[2] then return 0 end
if redis.call('STRLEN', KEYS[1]) ~= tonumber(ARGV[4]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[2], 'name', ARGV[1], 'size', ARGV[3])
return 1
`);

/** ARGV: the line that says it. Marks a log as cut off. */
export const cutScript = new LuaScript(`${evenIfFull}
if redis.call('HSETNX', KEYS[2], 'cut', '1') == 1 then redis.call('APPEND', KEYS[1], ARGV[1]) end
`);

/**
 * KEYS also: execution hash. ARGV: name of the new file ('' for none), its size, the string. Replaces the log of an
 * execution. Returns the name of a file that is no longer used: the one before, or the new one if the execution was
 * removed.
 */
export const replaceScript = new LuaScript(`
if redis.call('EXISTS', KEYS[3]) == 0 then return ARGV[1] end
local before = redis.call('HGET', KEYS[2], 'name')
redis.call('DEL', KEYS[1], KEYS[2])
if ARGV[1] ~= '' then redis.call('HSET', KEYS[2], 'name', ARGV[1], 'size', ARGV[2])
else redis.call('SET', KEYS[1], ARGV[3]) end
return before or ''
`);

/** ARGV: bytes. Adds the last ones. */
export const endScript = new LuaScript(`${evenIfFull}
redis.call('APPEND', KEYS[1], ARGV[1])
`);

/**
 * KEYS also: a string with the beginning of the log, which may be missing. ARGV: the line at which the log is cut off.
 * Replaces the log of an execution.
 */
export const cutPartScript = new LuaScript(`
redis.call('DEL', KEYS[1], KEYS[2])
if redis.call('EXISTS', KEYS[3]) == 1 then
  redis.call('RENAME', KEYS[3], KEYS[1])
  redis.call('PERSIST', KEYS[1])
end
redis.call('APPEND', KEYS[1], ARGV[1])
`);

/** Removes a log. Returns the name of its file. */
export const removeLogScript = new LuaScript(`
local name = redis.call('HGET', KEYS[2], 'name')
redis.call('DEL', KEYS[1], KEYS[2])
return name or ''
`);
