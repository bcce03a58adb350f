import type { Redis } from 'ioredis';
import { LuaScript } from '../store/redis/lua-script.ts';
import { onRedis } from '../store/redis/on-redis.ts';
import { redisKey } from '../store/redis/redis-key.ts';
import { maxKnownItems, type CollectingPace, type NotificationBuffer } from './notification-buffer.ts';
import type { NotificationItem } from './notification-item.ts';
import { maxPending } from './notification-queue.ts';

const day = 24 * 60 * 60;

export const collectScript = new LuaScript({
  file: 'notifications/scripts/collect-notifications.lua',
  keys: ['known', 'collected', 'collecting'],
  values: ['now', 'max'],
  valueList: 'items',
  // A day longer than the queue of a receiver that is no longer configured.
  constants: { maxKnown: maxKnownItems, keptSeconds: 8 * day },
});

export const sealScript = new LuaScript({
  file: 'notifications/scripts/seal-notifications.lua',
  keys: ['collected', 'collecting'],
  values: ['now', 'delay', 'interval'],
});

export class RedisNotificationBuffer implements NotificationBuffer {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async collect(receiver: string, items: readonly NotificationItem[], now: Date): Promise<number> {
    const lost = await onRedis(() =>
      collectScript.run(this.#redis, {
        known: redisKey.knownNotifications(receiver),
        ...keysOf(receiver),
        now: now.getTime(),
        max: maxPending,
        items: items.flatMap((item) => [item.id, JSON.stringify(item)]),
      }),
    );
    return Number(lost);
  }

  async seal(receiver: string, now: Date, { delay, interval }: CollectingPace): Promise<readonly NotificationItem[]> {
    const sealed = String(
      await onRedis(() => sealScript.run(this.#redis, { ...keysOf(receiver), now: now.getTime(), delay, interval })),
    );
    return sealed === '' ? [] : (JSON.parse(sealed) as NotificationItem[]); // written by `collect`
  }

  async sent(receiver: string): Promise<void> {
    await onRedis(() => this.#redis.hdel(redisKey.collectingNotifications(receiver), 'sealed'));
  }

  async due(receiver: string, { delay, interval }: CollectingPace): Promise<Date | undefined> {
    const key = redisKey.collectingNotifications(receiver);
    const [since, sent] = await onRedis(() => this.#redis.hmget(key, 'since', 'sent'));
    return since ? new Date(Math.max(Number(since) + delay, Number(sent ?? 0) + interval)) : undefined;
  }

  async count(receiver: string): Promise<number> {
    return onRedis(() => this.#redis.llen(redisKey.collectedNotifications(receiver)));
  }
}

function keysOf(receiver: string) {
  return {
    collected: redisKey.collectedNotifications(receiver),
    collecting: redisKey.collectingNotifications(receiver),
  };
}
