import type { Redis } from 'ioredis';
import { LuaScript } from './lua-script.ts';

/** Max bytes of what a page of a list shows: it is in memory several times, and the answer holds up others. */
export const maxPageBytes = 4 * 1024 * 1024;

const readHashesScript = new LuaScript({
  file: 'store/redis/scripts/read-hashes.lua',
  keyList: 'hashes',
  values: ['maxBytes'],
  valueList: 'fields',
});

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
  return (await readHashesScript.run(redis, { hashes: keys, maxBytes, fields })) as HashValues[]; // the reply of our own script
}

/** About how many bytes values have. */
export function sizeOf(values: HashValues): number {
  return values.reduce((size, value) => size + (value?.length ?? 0), 0);
}
