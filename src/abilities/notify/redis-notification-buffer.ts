import type { Redis } from 'ioredis';
import { LuaScript } from '../../store/redis/lua-script.ts';
import { onRedis } from '../../store/redis/on-redis.ts';
import { redisKey } from '../../store/redis/redis-key.ts';
import type { NotificationItem } from './notification-item.ts';
import { maxPending } from './notification-queue.ts';

export interface CollectingPace {
  /** From the first item to its message. */
  readonly delay: number;
  /** From one message to the next one. */
  readonly interval: number;
}

export const collectingPace: CollectingPace = { delay: 10_000, interval: 60_000 };

/** How many ids are known; more than the relay can move twice. */
const maxKnownItems = 10_000;

const day = 24 * 60 * 60;

const collectScript = new LuaScript({
  file: 'abilities/notify/scripts/collect-notifications.lua',
  keys: ['known', 'collected', 'collecting'],
  values: ['now', 'max'],
  valueList: 'items',
  // A day longer than the queue of a receiver that is no longer configured.
  constants: { maxKnown: maxKnownItems, keptSeconds: 8 * day },
});

const sealScript = new LuaScript({
  file: 'abilities/notify/scripts/seal-notifications.lua',
  keys: ['collected', 'collecting'],
  values: ['now', 'delay', 'interval'],
});

/**
 * Collects what a receiver is told, so that many things become one message. What is collected survives the death of a
 * process, and an item with a known id is not collected again. Receivers are named by their queues. Methods throw
 * AppError `store-unavailable`.
 */
export class RedisNotificationBuffer {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** @returns how many were lost because there are too many */
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

  /**
   * The items of the next message, if it is due; the same ones until `sent`.
   * @param pace milliseconds
   */
  async seal(receiver: string, now: Date, { delay, interval }: CollectingPace): Promise<readonly NotificationItem[]> {
    const sealed = String(
      await onRedis(() => sealScript.run(this.#redis, { ...keysOf(receiver), now: now.getTime(), delay, interval })),
    );
    return sealed === '' ? [] : (JSON.parse(sealed) as NotificationItem[]); // written by `collect`
  }

  /** The sealed message is in the queue. */
  async sent(receiver: string): Promise<void> {
    await onRedis(() => this.#redis.hdel(redisKey.collectingNotifications(receiver), 'sealed'));
  }

  /** When the message of what is collected is due; undefined if nothing is. */
  async due(receiver: string, { delay, interval }: CollectingPace): Promise<Date | undefined> {
    const key = redisKey.collectingNotifications(receiver);
    const [since, sent] = await onRedis(() => this.#redis.hmget(key, 'since', 'sent'));
    return since ? new Date(Math.max(Number(since) + delay, Number(sent ?? 0) + interval)) : undefined;
  }

  /** How many items wait for their message. */
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
