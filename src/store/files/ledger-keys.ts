import { keyRoot } from '../redis/key-root.ts';

/** The keys and functions shared by the scripts that count uploads. */
const ledgerKeys = {
  /** A hash of bytes: `all`, and `actor:` with the name of each actor. */
  usage: `${keyRoot}:file-usage`,
  /** A hash from reservation to its bytes and, after a space, its actor. */
  reservations: `${keyRoot}:file-reservations`,
  /** A sorted set of reservations by expiry time. */
  reservationTimes: `${keyRoot}:file-reservation-times`,
} as const;

/** The beginning of a script whose first three keys are those above, in this order. */
export const ledgerKeyList = [ledgerKeys.usage, ledgerKeys.reservations, ledgerKeys.reservationTimes];

export const ledgerFunctions = `
local function whole(number) return string.format('%.0f', number) end
local function count(field, bytes)
  if bytes ~= 0 and redis.call('HINCRBY', KEYS[1], field, whole(bytes)) <= 0 then redis.call('HDEL', KEYS[1], field) end
end
local function used(field) return tonumber(redis.call('HGET', KEYS[1], field) or '0') end
local function reservation(id)
  local text = redis.call('HGET', KEYS[2], id)
  if not text then return 0, nil end
  local bytes, actor = string.match(text, '^(%d+) (.*)$')
  return tonumber(bytes), actor
end
local function setReservation(id, actor, bytes)
  local before = reservation(id)
  redis.call('HSET', KEYS[2], id, whole(bytes) .. ' ' .. actor)
  count('all', bytes - before)
  count('actor:' .. actor, bytes - before)
end
local function release(id)
  local bytes, actor = reservation(id)
  redis.call('HDEL', KEYS[2], id)
  redis.call('ZREM', KEYS[3], id)
  if not actor then return end
  count('all', -bytes)
  count('actor:' .. actor, -bytes)
end
local function releaseForgotten(time)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', time)) do release(id) end
end
`;
