import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { sleep } from '../../base/timers/timers.ts';
import { redisKey } from '../redis/redis-key.ts';
import { holdsData } from '../redis/stored-data.ts';
import { migrations, oldestFormat, type Migration } from './migrations.ts';
import { announceScript, checkScript, endRestoreScript, noteMigratedScript } from './redis-format-scripts.ts';
import { keepingLock, lockLost, lockMilliseconds, type StoreLock } from './redis-store-lock.ts';
import { storeUsers } from './redis-store-users.ts';
import { StoreFormatError } from './store-format-error.ts';

/** The format that this Flowgate reads and writes. */
export const storeFormat = oldestFormat + migrations.length;

const pauseMilliseconds = 250;
const keys = { store: redisKey.store, lock: redisKey.storeLock } as const;

export interface StoreFormatOptions {
  /** The version of this Flowgate. */
  readonly version: string;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
  /** By default, all of them. */
  readonly migrations?: readonly Migration[];
}

/**
 * Brings the store to the format of this Flowgate. One process migrates while the others wait, once those of an older
 * Flowgate have stopped; if it dies, another one continues with the migration that was not finished.
 * @throws {StoreFormatError} if the store has a newer format or one that is too old, or a restore was interrupted
 */
export async function openStoreFormat(
  redis: Redis,
  { version, report, migrations: steps = migrations }: StoreFormatOptions,
): Promise<void> {
  const [token, format] = [randomUUID(), oldestFormat + steps.length];
  let isEmpty: boolean | undefined;
  let isWaiting = false;
  for (;;) {
    const given = { ours: format, version, isEmpty: isEmpty ?? false, token, milliseconds: lockMilliseconds };
    const reply = await checkScript.run(redis, { ...keys, ...given });
    const [outcome, ...known] = reply as [Outcome, ...string[]]; // the reply of our own script
    switch (outcome) {
      case 'ready':
        return;
      case 'unknown':
        // Another process may have set the format before it wrote what was found.
        if (isEmpty === false) throw unknownFormat(version);
        isEmpty = !(await holdsData(redis));
        break;
      case 'migrate':
        await keepingLock(redis, token, () => migrate(redis, token, { version, report, steps }));
        break;
      case 'locked':
        if (!isWaiting) report('Another process is migrating the store or restoring a backup; waiting for it');
        isWaiting = true;
        await sleep(pauseMilliseconds);
        break;
      default:
        throw formatError(outcome, known, version, format);
    }
  }
}

/** @throws {StoreFormatError} if the store no longer has the format of this Flowgate, or is being restored */
export async function requireStoreFormat(redis: Redis, version: string): Promise<void> {
  const [format, writer, restoring] = await redis.hmget(redisKey.store, 'format', 'flowgate', 'restoring');
  if (restoring) throw formatError('restoring', [restoring], version, storeFormat);
  if (!format) return;
  if (Number(format) > storeFormat) throw formatError('newer', [format, writer ?? ''], version, storeFormat);
  if (Number(format) < oldestFormat) throw formatError('older', [format, writer ?? ''], version, storeFormat);
}

/**
 * The check of a process that already uses the store. If the store has lost its data meanwhile, it gets its format again:
 * what this process writes from now on has it.
 * @throws {StoreFormatError} as `requireStoreFormat`
 */
export async function keepStoreFormat(redis: Redis, version: string): Promise<void> {
  await requireStoreFormat(redis, version);
  const isNew = await redis.hsetnx(redisKey.store, 'format', storeFormat);
  if (isNew === 1) await redis.hset(redisKey.store, 'flowgate', version);
}

/**
 * `restoring`: a backup is being restored, or was not restored completely; `unknown`: there is no format, as in an
 * empty store; `old`: the data must be migrated; `current`: everything is in our format.
 */
export async function storeState(redis: Redis): Promise<'restoring' | 'unknown' | 'old' | 'current'> {
  const [format, restoring, migratingFrom] = await redis.hmget(redisKey.store, 'format', 'restoring', 'migratingFrom');
  if (restoring) return 'restoring';
  if (!format) return 'unknown';
  return migratingFrom || Number(format) < storeFormat ? 'old' : 'current';
}

/** Marks the store as incomplete until `endRestore`: no Flowgate starts on it. Only with the lock. */
export async function beginRestore(redis: Redis, now: Date): Promise<void> {
  await redis.hset(redisKey.store, 'restoring', now.toISOString());
}

/** Records the format of the data that a restore writes to the store. */
export async function setFormat(
  redis: Redis,
  { storeFormat: format, flowgate }: { readonly storeFormat: number; readonly flowgate: string },
): Promise<void> {
  await redis.multi().hset(redisKey.store, { format, flowgate }).hdel(redisKey.store, 'migratingFrom').exec();
}

/** @throws {StoreFormatError} if the lock has expired: another process may have begun to restore */
export async function endRestore(redis: Redis, { token }: StoreLock): Promise<void> {
  if ((await endRestoreScript.run(redis, { ...keys, token })) !== 1) throw lockLost();
}

type Outcome = 'ready' | 'newer' | 'older' | 'unknown' | 'restoring' | 'locked' | 'migrate';

async function migrate(
  redis: Redis,
  token: string,
  { version, report, steps }: Pick<StoreFormatOptions, 'version' | 'report'> & { readonly steps: readonly Migration[] },
): Promise<void> {
  const from = await announceScript.run(redis, { ...keys, token, ours: oldestFormat + steps.length, version });
  if (from === null) return; // the lock has expired, and another process has continued
  await untilUnused(redis, report);
  let format = Number(from);
  for (const { title, run } of steps.slice(format - oldestFormat)) {
    const changed = await run(redis);
    if (changed > 0) report(`Store migrated to format ${format + 1}: ${title} (${changed})`);
    if ((await noteMigratedScript.run(redis, { ...keys, token, before: format, after: format + 1 })) !== 1) return; // as above
    format += 1;
  }
}

/** Older processes notice within seconds that the store has a newer format, and exit. */
async function untilUnused(redis: Redis, report: (message: string) => void): Promise<void> {
  for (let isWaiting = false; ; await sleep(pauseMilliseconds)) {
    const users = await storeUsers(redis, new Date());
    if (users.length === 0) return;
    if (!isWaiting) report(`Waiting until the processes of an older Flowgate have stopped: ${users.join(', ')}`);
    isWaiting = true;
  }
}

/** The error for a store that holds data and has no format. */
export function unknownFormat(version: string): StoreFormatError {
  return formatError('older', [], version, storeFormat);
}

function formatError(
  outcome: 'newer' | 'older' | 'restoring',
  [first, writer = '']: readonly string[],
  version: string,
  format: number,
): StoreFormatError {
  switch (outcome) {
    case 'restoring':
      return new StoreFormatError(
        `A restore of a backup into this store began at ${first} and has not ended. Wait for it; if it was interrupted, run flowgate restore again`,
      );
    case 'newer':
      return new StoreFormatError(
        `The store has format ${first}, written by Flowgate ${writer}. This is Flowgate ${version}, which can read formats up to ${format}. Start Flowgate ${writer} or newer, or restore a backup from before the upgrade`,
      );
    case 'older': {
      const found = first === undefined ? 'has data without a format' : `has format ${first}`;
      return new StoreFormatError(
        `The store ${found}, written by a build from before the release of Flowgate 0.2.0. This is Flowgate ${version}, which can read formats from ${oldestFormat}. Use an empty store, or start the build that wrote this one`,
      );
    }
  }
}
