import type { Redis } from 'ioredis';
import { LuaScript } from '../../store/redis/lua-script.ts';
import { onRedis } from '../../store/redis/on-redis.ts';
import { redisKey } from '../../store/redis/redis-key.ts';
import type { NotificationItem } from './notification-queue.ts';

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
 * process, and an item with a known id is not collected again. Methods throw AppError `store-unavailable`.
 */
export class RedisNotificationBuffer {
  readonly #redis: Redis;
  readonly #known: string;
  readonly #keys: { readonly collected: string; readonly collecting: string };

  /** @param queue the name of the receiver's queue */
  constructor(redis: Redis, queue: string) {
    this.#redis = redis;
    this.#known = redisKey.knownNotifications(queue);
    this.#keys = {
      collected: redisKey.collectedNotifications(queue),
      collecting: redisKey.collectingNotifications(queue),
    };
  }

  /** @returns how many were lost because there are too many */
  async collect(
    items: readonly NotificationItem[],
    { now, max }: { readonly now: Date; readonly max: number },
  ): Promise<number> {
    const lost = await onRedis(() =>
      collectScript.run(this.#redis, {
        known: this.#known,
        ...this.#keys,
        now: now.getTime(),
        max,
        items: items.flatMap((item) => [item.id, JSON.stringify(item)]),
      }),
    );
    return Number(lost);
  }

  /**
   * The items of the next message, if it is due; the same ones until `sent`.
   * @param pace milliseconds
   */
  async seal(now: Date, { delay, interval }: CollectingPace): Promise<readonly NotificationItem[]> {
    const sealed = String(
      await onRedis(() => sealScript.run(this.#redis, { ...this.#keys, now: now.getTime(), delay, interval })),
    );
    return sealed === '' ? [] : (JSON.parse(sealed) as NotificationItem[]); // written by `collect`
  }

  /** The sealed message is in the queue. */
  async sent(): Promise<void> {
    await onRedis(() => this.#redis.hdel(this.#keys.collecting, 'sealed'));
  }

  /** When the message of what is collected is due; undefined if nothing is. */
  async due({ delay, interval }: CollectingPace): Promise<Date | undefined> {
    const [since, sent] = await onRedis(() => this.#redis.hmget(this.#keys.collecting, 'since', 'sent'));
    return since ? new Date(Math.max(Number(since) + delay, Number(sent ?? 0) + interval)) : undefined;
  }

  /** How many items wait for their message. */
  async count(): Promise<number> {
    return onRedis(() => this.#redis.llen(this.#keys.collected));
  }
}
