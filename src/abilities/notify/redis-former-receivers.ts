import type { Redis } from 'ioredis';
import { onRedis } from '../../store/redis/on-redis.ts';
import { keyGlob, keyWords, redisKey } from '../../store/redis/redis-key.ts';
import { scanKeys } from '../../store/redis/scan-keys.ts';
import { BullNotificationQueue } from './bull-notification-queue.ts';

// As long as deliveries that were given up are kept; a receiver that is missing by mistake loses nothing until then.
const keptMilliseconds = 7 * 24 * 60 * 60 * 1000;

/**
 * Removes the queues of receivers that were not configured for a week, for example because their URL has changed.
 * @param configured the names of those that are
 * @returns the names of those whose queues were removed
 * @throws {AppError} store-unavailable
 */
export async function removeFormerReceivers(
  redis: Redis,
  configured: ReadonlySet<string>,
  now: Date,
): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const name of await queuedReceivers(redis)) {
    if (configured.has(name)) {
      await onRedis(() => redis.hdel(redisKey.formerReceivers, name));
      continue;
    }
    await onRedis(() => redis.hsetnx(redisKey.formerReceivers, name, now.toISOString()));
    const since = await onRedis(() => redis.hget(redisKey.formerReceivers, name));
    if (since === null || now.getTime() - Date.parse(since) < keptMilliseconds) continue;
    const queue = new BullNotificationQueue(name, redis);
    await queue.removeAll().finally(() => queue.close());
    await onRedis(() => redis.del(redisKey.receiverState(name)));
    await onRedis(() => redis.hdel(redisKey.formerReceivers, name));
    removed.push(name);
  }
  return removed;
}

function queuedReceivers(redis: Redis): Promise<readonly string[]> {
  return onRedis(async () => {
    const names = new Set<string>();
    for await (const keys of scanKeys(redis, keyGlob('notificationQueue', '*', 'meta')))
      for (const key of keys) names.add(keyWords('notificationQueue', key)[0] ?? '');
    return [...names];
  });
}
