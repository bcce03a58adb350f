import type { Redis } from 'ioredis';
import { LuaScript } from './lua-script.ts';

/** Max bytes of what a page of a list shows: it is in memory several times, and the answer holds up others. */
export const maxPageBytes = 4 * 1024 * 1024;

/** KEYS: hashes. ARGV: max bytes, fields. */
const readScript = new LuaScript(`
local rows, bytes = {}, 0
for index, key in ipairs(KEYS) do
  local values = redis.call('HMGET', key, unpack(ARGV, 2))
  for _, value in ipairs(values) do bytes = bytes + (value and #value or 0) end
  if index > 1 and bytes > tonumber(ARGV[1]) then break end
  rows[index] = values
end
return rows
`);

/** The values of one hash, in the order of the fields; null for a field that it does not have. */
export type HashValues = readonly (string | null)[];

/**
 * Fields of hashes, in the order of the keys: as many of the first ones as have at most so many bytes together, but at
 * least one.
 */
export async function readHashes(
  redis: Redis,
  keys: readonly string[],
  fields: readonly string[],
  maxBytes: number,
): Promise<readonly HashValues[]> {
  if (keys.length === 0) return [];
  return (await readScript.run(redis, keys, [maxBytes, ...fields])) as HashValues[]; // the reply of our own script
}

/** About how many bytes values have. */
export function sizeOf(values: HashValues): number {
  return values.reduce((size, value) => size + (value?.length ?? 0), 0);
}
