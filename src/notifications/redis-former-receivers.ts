import type { Redis } from 'ioredis';
import { onRedis } from '../store/redis/on-redis.ts';
import { keyGlob, keyWords, redisKey } from '../store/redis/redis-key.ts';
import { scanKeys } from '../store/redis/scan-keys.ts';
import { BullNotificationQueue } from './bull-notification-queue.ts';

// As long as deliveries that were given up are kept; a receiver that is missing by mistake loses nothing until then.
const keptMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** The queues of receivers that are no longer configured, for example because their URL has changed. */
export class RedisFormerReceivers {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /**
   * Removes the queues of receivers that were not configured for a week.
   * @param configured the names of those that are
   * @returns the names of those whose queues were removed
   * @throws {AppError} store-unavailable
   */
  async remove(configured: ReadonlySet<string>, now: Date): Promise<readonly string[]> {
    const removed: string[] = [];
    for (const name of await this.#names()) {
      if (configured.has(name)) {
        await onRedis(() => this.#redis.hdel(redisKey.formerReceivers, name));
        continue;
      }
      await onRedis(() => this.#redis.hsetnx(redisKey.formerReceivers, name, now.toISOString()));
      const since = await onRedis(() => this.#redis.hget(redisKey.formerReceivers, name));
      if (since === null || now.getTime() - Date.parse(since) < keptMilliseconds) continue;
      const queue = new BullNotificationQueue(name, this.#redis, 1);
      await queue.removeAll().finally(() => queue.close());
      await onRedis(() => this.#redis.hdel(redisKey.formerReceivers, name));
      removed.push(name);
    }
    return removed;
  }

  #names(): Promise<readonly string[]> {
    return onRedis(async () => {
      const names = new Set<string>();
      for await (const keys of scanKeys(this.#redis, keyGlob('notificationQueue', '*', 'meta')))
        for (const key of keys) names.add(keyWords('notificationQueue', key)[0] ?? '');
      return [...names];
    });
  }
}
