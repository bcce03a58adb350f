import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { keyRoot } from '../store/redis/key-root.ts';
import { LuaScript } from '../store/redis/lua-script.ts';
import { migrations, type Migration } from './migrations.ts';

/** Why this Flowgate cannot use the store, as a message for the operator. */
export class StoreFormatError extends Error {
  override readonly name = 'StoreFormatError';
}

/**
 * A hash: the `format` of everything in the store, the version of `flowgate` that brought it there, and, while a backup
 * is being restored, the time at which that began as `restoring`.
 */
export const storeKey = `${keyRoot}:store`;
/** Held by the one process that migrates the store or restores a backup. */
const lockKey = `${keyRoot}:store-lock`;
/** A sorted set of the processes that use the store, by the time until which they count as alive. */
export const processesKey = `${keyRoot}:processes`;

/** The keys that describe the store and its users instead of being part of the data. */
export const formatKeys: readonly string[] = [storeKey, lockKey, processesKey];

/** The format that this Flowgate reads and writes. Data without a format is from 0.1.0 or an early 0.2.0: format 0. */
export const storeFormat = migrations.length;

const lockMilliseconds = 30_000;
const pauseMilliseconds = 250;

/** KEYS: store, lock. ARGV: our format, token, milliseconds. Returns what to do, and what the store says. */
const beginScript = new LuaScript(`
local known = redis.call('HMGET', KEYS[1], 'format', 'flowgate', 'restoring')
if known[3] then return { 'restoring', known[3] } end
local format = tonumber(known[1] or '0')
if format > tonumber(ARGV[1]) then return { 'newer', tostring(format), known[2] or '' } end
if format == tonumber(ARGV[1]) then return { 'ready' } end
if not redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3]) then return { 'locked', tostring(format) } end
return { 'migrate', tostring(format) }
`);

/** KEYS: store, lock. ARGV: token, old format, new format, version. Returns whether the lock was still held. */
const stampScript = new LuaScript(`
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
if (redis.call('HGET', KEYS[1], 'format') or '0') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'format', ARGV[3], 'flowgate', ARGV[4])
return 1
`);

/** KEYS: lock. ARGV: token, milliseconds (0 releases it). Returns whether it was held. */
const holdScript = new LuaScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then redis.call('DEL', KEYS[1]) else redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
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
 * Brings the store to the format of this Flowgate. One process migrates while the others wait; if it dies, another one
 * continues with the migration that was not finished.
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
    if (outcome === 'migrate') await withLock(redis, token, () => migrate(redis, token, { version, report, steps }));
    else if (!isWaiting) {
      isWaiting = true;
      report('Another process migrates the store or restores a backup; waiting for it');
    }
  }
}

/** @throws {StoreFormatError} if the store no longer has the format of this Flowgate, or is being restored */
export async function demandStoreFormat(redis: Redis, version: string): Promise<void> {
  const [format, writer, restoring] = await redis.hmget(storeKey, 'format', 'flowgate', 'restoring');
  if (restoring) throw formatError('restoring', [restoring], version, storeFormat);
  if (Number(format ?? 0) > storeFormat)
    throw formatError('newer', [String(format), writer ?? ''], version, storeFormat);
}

export async function storeState(redis: Redis): Promise<'restoring' | 'whole'> {
  return (await redis.hexists(storeKey, 'restoring')) === 1 ? 'restoring' : 'whole';
}

/** Marks the store as incomplete until `endRestore`: no Flowgate starts on it. Only with the lock. */
export async function beginRestore(
  redis: Redis,
  now: Date,
  data: { readonly storeFormat: number; readonly flowgate: string },
): Promise<void> {
  const { storeFormat: format, flowgate } = data;
  await redis.hset(storeKey, { format, flowgate, restoring: now.toISOString() });
}

export async function endRestore(redis: Redis): Promise<void> {
  await redis.hdel(storeKey, 'restoring');
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
  let format = Number((await redis.hget(storeKey, 'format')) ?? 0);
  for (const { title, run } of steps.slice(format)) {
    const changed = await run(redis);
    if (changed > 0) report(`Store migrated to format ${format + 1}: ${title} (${changed})`);
    const isStamped = await stampScript.run(redis, [storeKey, lockKey], [token, format, format + 1, version]);
    if (isStamped !== 1) return; // the lock has expired, and another process has gone on
    format += 1;
  }
}

/**
 * Locks the store against other processes that migrate or restore, while a step runs.
 * @throws {StoreFormatError} if another one holds the lock
 */
export async function withStoreLock<Value>(redis: Redis, step: () => Promise<Value>): Promise<Value> {
  const token = randomUUID();
  if ((await redis.set(lockKey, token, 'PX', lockMilliseconds, 'NX')) === null)
    throw new StoreFormatError(
      `Another process migrates this store or restores a backup into it. If it was killed, try again in ${lockMilliseconds / 1000} seconds`,
    );
  return withLock(redis, token, step);
}

async function withLock<Value>(redis: Redis, token: string, step: () => Promise<Value>): Promise<Value> {
  const hold = (milliseconds: number) => holdScript.run(redis, [lockKey], [token, milliseconds]);
  const timer = setInterval(() => void hold(lockMilliseconds).catch(() => undefined), lockMilliseconds / 4); // the step fails with the same error
  try {
    return await step();
  } finally {
    clearInterval(timer);
    await hold(0).catch(() => undefined); // it expires by itself
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
