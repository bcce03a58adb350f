import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { keyRoot } from '../store/redis/key-root.ts';
import { LuaScript } from '../store/redis/lua-script.ts';
import { migrations, type Migration } from './migrations.ts';
import { keepingLock, lockKey, lockLost, lockMilliseconds, type StoreLock } from './redis-store-lock.ts';
import { processesKey, storeUsers } from './redis-store-users.ts';
import { StoreFormatError } from './store-format-error.ts';

/**
 * A hash: the `format` of everything in the store, and the version of `flowgate` that brought it there. While the data is
 * migrated to that format, `migratingFrom` is the format that it has so far. While a backup is restored, `restoring` is
 * the time at which that began.
 */
export const storeKey = `${keyRoot}:store`;
/** The keys that describe the store and its users instead of being part of the data. */
export const formatKeys: readonly string[] = [storeKey, lockKey, processesKey];

/** The format that this Flowgate reads and writes. Data without a format is from 0.1.0 or an early 0.2.0: format 0. */
export const storeFormat = migrations.length;

const pauseMilliseconds = 250;

/** KEYS: store, lock. ARGV: our format, token, milliseconds. Returns what to do, and what the store says. */
const beginScript = new LuaScript(`
local known = redis.call('HMGET', KEYS[1], 'format', 'flowgate', 'restoring', 'migratingFrom')
if known[3] then return { 'restoring', known[3] } end
local format = tonumber(known[1] or '0')
if format > tonumber(ARGV[1]) then return { 'newer', tostring(format), known[2] or '' } end
if format == tonumber(ARGV[1]) and not known[4] then return { 'ready' } end
if not redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3]) then return { 'locked' } end
return { 'migrate' }
`);

/**
 * KEYS: store, lock. ARGV: token, new format, version. From now on, no older Flowgate uses the store. Returns the format
 * of the data, unless the lock has expired.
 */
const announceScript = new LuaScript(`
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return false end
local known = redis.call('HMGET', KEYS[1], 'format', 'migratingFrom')
local from = known[2] or known[1] or '0'
redis.call('HSET', KEYS[1], 'format', ARGV[2], 'flowgate', ARGV[3], 'migratingFrom', from)
return from
`);

/** KEYS: store, lock. ARGV: token, old format of the data, its new one. Returns whether the lock was still held. */
const stampScript = new LuaScript(`
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[1], 'migratingFrom') ~= ARGV[2] then return 0 end
if redis.call('HGET', KEYS[1], 'format') == ARGV[3] then redis.call('HDEL', KEYS[1], 'migratingFrom')
else redis.call('HSET', KEYS[1], 'migratingFrom', ARGV[3]) end
return 1
`);

/** KEYS: store, lock. ARGV: token. Returns whether the lock was still held. */
const endRestoreScript = new LuaScript(`
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 'restoring')
return 1
`);

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
 * @throws {StoreFormatError} if the store has a newer format, or a restore was interrupted
 */
export async function openStoreFormat(
  redis: Redis,
  { version, report, migrations: steps = migrations }: StoreFormatOptions,
): Promise<void> {
  const token = randomUUID();
  for (let isWaiting = false; ; await sleep(pauseMilliseconds)) {
    const [outcome, ...known] = await ask(redis, steps.length, token);
    if (outcome === 'ready') return;
    if (outcome === 'newer' || outcome === 'restoring') throw formatError(outcome, known, version, steps.length);
    if (outcome === 'migrate') await keepingLock(redis, token, () => migrate(redis, token, { version, report, steps }));
    else if (!isWaiting) {
      isWaiting = true;
      report('Another process migrates the store or restores a backup; waiting for it');
    }
  }
}

/** @throws {StoreFormatError} if the store no longer has the format of this Flowgate, or is being restored */
export async function requireStoreFormat(redis: Redis, version: string): Promise<void> {
  const [format, writer, restoring] = await redis.hmget(storeKey, 'format', 'flowgate', 'restoring');
  if (restoring) throw formatError('restoring', [restoring], version, storeFormat);
  if (Number(format ?? 0) > storeFormat)
    throw formatError('newer', [String(format), writer ?? ''], version, storeFormat);
}

/**
 * `restoring`: a backup is being restored, or was not restored to its end; `old`: the data has an older format, or none;
 * `current`: everything is in our format.
 */
export async function storeState(redis: Redis): Promise<'restoring' | 'old' | 'current'> {
  const [format, restoring, migratingFrom] = await redis.hmget(storeKey, 'format', 'restoring', 'migratingFrom');
  if (restoring) return 'restoring';
  return migratingFrom || Number(format ?? 0) < storeFormat ? 'old' : 'current';
}

/** Marks the store as incomplete until `endRestore`: no Flowgate starts on it. Only with the lock. */
export async function beginRestore(redis: Redis, now: Date): Promise<void> {
  await redis.hset(storeKey, 'restoring', now.toISOString());
}

/** Says what data a restore writes to the store. */
export async function setFormat(
  redis: Redis,
  { storeFormat: format, flowgate }: { readonly storeFormat: number; readonly flowgate: string },
): Promise<void> {
  await redis.multi().hset(storeKey, { format, flowgate }).hdel(storeKey, 'migratingFrom').exec();
}

/** @throws {StoreFormatError} if the lock has expired: another process may have begun to restore */
export async function endRestore(redis: Redis, { token }: StoreLock): Promise<void> {
  if ((await endRestoreScript.run(redis, [storeKey, lockKey], [token])) !== 1) throw lockLost();
}

type Outcome = 'ready' | 'newer' | 'restoring' | 'locked' | 'migrate';

async function ask(redis: Redis, format: number, token: string): Promise<[Outcome, ...string[]]> {
  // The reply of our own script.
  return (await beginScript.run(redis, [storeKey, lockKey], [format, token, lockMilliseconds])) as [
    Outcome,
    ...string[],
  ];
}

async function migrate(
  redis: Redis,
  token: string,
  { version, report, steps }: Pick<StoreFormatOptions, 'version' | 'report'> & { readonly steps: readonly Migration[] },
): Promise<void> {
  const keys = [storeKey, lockKey];
  const from = await announceScript.run(redis, keys, [token, steps.length, version]);
  if (from === null) return; // the lock has expired, and another process has gone on
  await untilUnused(redis, report);
  let format = Number(from);
  for (const { title, run } of steps.slice(format)) {
    const changed = await run(redis);
    if (changed > 0) report(`Store migrated to format ${format + 1}: ${title} (${changed})`);
    if ((await stampScript.run(redis, keys, [token, format, format + 1])) !== 1) return; // as above
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

function formatError(
  outcome: 'newer' | 'restoring',
  [first = '', writer = '']: readonly string[],
  version: string,
  format: number,
): StoreFormatError {
  if (outcome === 'restoring')
    return new StoreFormatError(
      `A restore of a backup into this store began at ${first} and has not ended. Wait for it; if it was interrupted, run flowgate restore again`,
    );
  return new StoreFormatError(
    `The store has format ${first}, written by Flowgate ${writer}. This is Flowgate ${version}, which can read formats up to ${format}. Start Flowgate ${writer} or newer, or restore a backup from before the upgrade`,
  );
}
