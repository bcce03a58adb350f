import type { Redis } from 'ioredis';
import { keyRoot } from '../store/redis/key-root.ts';

/** A sorted set of the processes that use the store, by the time until which they count as alive. */
export const processesKey = `${keyRoot}:processes`;

/** A process is noted again this often. */
export const noteMilliseconds = 5_000;
// One that missed two notes has died or lost its connection.
const lifeMilliseconds = 3 * noteMilliseconds;

/** Notes that a process uses the store. @param name of the process, for people */
export async function noteUser(redis: Redis, name: string, now: Date): Promise<void> {
  const time = now.getTime();
  await redis
    .multi()
    .zremrangebyscore(processesKey, '-inf', time)
    .zadd(processesKey, time + lifeMilliseconds, name)
    .exec();
}

export async function forgetUser(redis: Redis, name: string): Promise<void> {
  await redis.zrem(processesKey, name);
}

/** The names of the processes that use the store. */
export function storeUsers(redis: Redis, now: Date): Promise<readonly string[]> {
  return redis.zrange(processesKey, now.getTime(), '+inf', 'BYSCORE');
}
