import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { setInterval } from '../../base/timers/timers.ts';
import { holdScript } from '../redis/hold-lock.ts';
import { redisKey } from '../redis/redis-key.ts';
import { StoreFormatError } from './store-format-error.ts';

export const lockMilliseconds = 30_000;

/** A lock that this process holds, unless the process was suspended for so long that the lock expired. */
export interface StoreLock {
  readonly token: string;
  /** @throws {StoreFormatError} if it was noticed that the lock has expired */
  requireHeld(): void;
}

/**
 * Locks the store against other processes that migrate or restore, while a step runs.
 * @throws {StoreFormatError} if another one holds the lock
 */
export async function withStoreLock<Value>(redis: Redis, step: (lock: StoreLock) => Promise<Value>): Promise<Value> {
  const token = randomUUID();
  if ((await redis.set(redisKey.storeLock, token, 'PX', lockMilliseconds, 'NX')) === null)
    throw new StoreFormatError(
      `Another process is migrating this store or restoring a backup into it. If it was killed, try again in ${lockMilliseconds / 1000} seconds`,
    );
  return keepingLock(redis, token, step);
}

/** Renews a lock while a step runs, and releases it. */
export async function keepingLock<Value>(
  redis: Redis,
  token: string,
  step: (lock: StoreLock) => Promise<Value>,
): Promise<Value> {
  let isLost = false;
  const hold = async (milliseconds: number) => {
    if ((await holdScript.run(redis, { lock: redisKey.storeLock, token, milliseconds })) !== 1) isLost = true;
  };
  const timer = setInterval(() => void hold(lockMilliseconds).catch(() => undefined), lockMilliseconds / 4); // the step fails with the same error
  const requireHeld = () => {
    if (isLost) throw lockLost();
  };
  try {
    return await step({ token, requireHeld });
  } finally {
    clearInterval(timer);
    await hold(0).catch(() => undefined); // it expires by itself
  }
}

export function lockLost(): StoreFormatError {
  return new StoreFormatError(
    `This process was suspended for more than ${lockMilliseconds / 1000} seconds and may no longer change the store`,
  );
}
