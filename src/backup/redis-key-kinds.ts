import type { Redis } from 'ioredis';
import { keyRoot } from '../store/redis/key-root.ts';
import { globLiteral, scanKeys } from '../store/redis/scan-keys.ts';
import { formatKeys } from '../migrations/redis-store-format.ts';

/**
 * The beginnings of keys, without the root, that a backup does not copy: what it reads in a way of its own, what a restore
 * makes anew, and what means something only to running processes. Everything else is copied as it is.
 */
const specialKeys =
  /^(flow|revisions|hook-keys|source|sources|index|execution|execution-log|execution-log-file|execution-secrets|executions|audit|lease|file-[a-z-]+)(:|$)|^lease-counter$/;
/** Keys that a start writes to an empty store. */
const startKeys = /^(lease-counter$|lease:|pushed-jobs$|audit(:|$))/;

/** Whether a backup never copies the key as it is. @param name a key without the root */
export function isSpecialKey(name: string): boolean {
  return specialKeys.test(name) || isOfProcesses(name);
}

/** @param name a key without the root @param queues of BullMQ, whose entries belong to running processes */
export function isOtherData(name: string, queues: ReadonlySet<string>): boolean {
  const [family = ''] = name.split(':', 1);
  return !isSpecialKey(name) && !queues.has(family);
}

function isOfProcesses(name: string): boolean {
  return formatKeys.includes(`${keyRoot}:${name}`);
}

/** The names of the queues of BullMQ below the root. */
export async function queueNames(redis: Redis): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const keys of scanKeys(redis, `${globLiteral(keyRoot)}:*:meta`)) {
    for (const key of keys) {
      const version = await redis.hget(key, 'version').catch(() => null); // of another type
      if (version?.startsWith('bullmq')) names.add(key.slice(keyRoot.length + 1, -':meta'.length));
    }
  }
  return names;
}

/** Whether the store holds anything beyond what a start writes. */
export async function holdsData(redis: Redis): Promise<boolean> {
  const queues = await queueNames(redis);
  for await (const keys of scanKeys(redis, `${globLiteral(keyRoot)}:*`)) {
    const isData = keys
      .map((key) => key.slice(keyRoot.length + 1))
      .some((name) => !startKeys.test(name) && !isOfProcesses(name) && !queues.has(name.split(':', 1)[0] ?? ''));
    if (isData) return true;
  }
  return false;
}

/** Removes everything but the format of the store and its lock. */
export async function removeData(redis: Redis): Promise<void> {
  for await (const keys of scanKeys(redis, `${globLiteral(keyRoot)}:*`)) {
    const data = keys.filter((key) => !formatKeys.includes(key));
    if (data.length > 0) await redis.unlink(...data);
  }
}
