import type { Redis } from 'ioredis';
import { keyRoot } from './key-table.ts';
import { keyFamily } from './redis-key.ts';
import { globLiteral, scanKeys } from './scan-keys.ts';

/** All keys of Flowgate, a portion at a time; a key can come twice. */
export function scanStore(redis: Redis): AsyncGenerator<readonly string[]> {
  return scanKeys(redis, `${globLiteral(keyRoot)}:*`);
}

/** Whether the store holds anything beyond what a start writes. */
export async function holdsData(redis: Redis): Promise<boolean> {
  for await (const keys of scanStore(redis)) if (keys.some((key) => !keyFamily(key)?.isWrittenAtStart)) return true;
  return false;
}

/** Removes everything but the keys that describe the store itself. */
export async function removeData(redis: Redis): Promise<void> {
  for await (const keys of scanStore(redis)) {
    const data = keys.filter((key) => keyFamily(key)?.backup !== 'kept');
    if (data.length > 0) await redis.unlink(...data);
  }
}
