import type { Redis } from 'ioredis';
import { redisKey } from '../redis/redis-key.ts';

/** A process is noted again this often. */
export const noteMilliseconds = 5_000;
// One that missed two notes has died or lost its connection.
const lifeMilliseconds = 3 * noteMilliseconds;

/** Notes that a process uses the store. @param name of the process, for people */
export async function noteUser(redis: Redis, name: string, now: Date): Promise<void> {
  const time = now.getTime();
  await redis
    .multi()
    .zremrangebyscore(redisKey.processes, '-inf', time)
    .zadd(redisKey.processes, time + lifeMilliseconds, name)
    .exec();
}

export async function forgetUser(redis: Redis, name: string): Promise<void> {
  await redis.zrem(redisKey.processes, name);
}

/** The names of the processes that use the store. */
export function storeUsers(redis: Redis, now: Date): Promise<readonly string[]> {
  return redis.zrange(redisKey.processes, now.getTime(), '+inf', 'BYSCORE');
}
