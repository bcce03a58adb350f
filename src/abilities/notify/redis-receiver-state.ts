import type { Redis } from 'ioredis';
import { onRedis } from '../../store/redis/on-redis.ts';
import { redisKey } from '../../store/redis/redis-key.ts';

/** How a receiver takes messages. Methods throw AppError `store-unavailable`. */
export class RedisReceiverState {
  readonly #redis: Redis;
  readonly #queue: string;

  /** @param queue the name of the receiver's queue */
  constructor(redis: Redis, queue: string) {
    this.#redis = redis;
    this.#queue = queue;
  }

  async noteSent(at: Date): Promise<void> {
    const key = redisKey.receiverState(this.#queue);
    await onRedis(() => this.#redis.multi().hincrby(key, 'sent', 1).hset(key, 'sentAt', at.toISOString()).exec());
  }

  async noteFailure(at: Date, reason: string): Promise<void> {
    const failure = { failedAt: at.toISOString(), reason };
    await onRedis(() => this.#redis.hset(redisKey.receiverState(this.#queue), failure));
  }

  async read(): Promise<ReceiverState> {
    const {
      sent = '0',
      sentAt,
      failedAt,
      reason = '',
    } = await onRedis(() => this.#redis.hgetall(redisKey.receiverState(this.#queue)));
    return {
      sent: Number(sent),
      lastSentAt: sentAt === undefined ? undefined : new Date(sentAt),
      lastFailure: failedAt === undefined ? undefined : { at: new Date(failedAt), reason },
    };
  }

  /** @returns whether nobody else has tested the receiver for a few seconds */
  async beginTest(): Promise<boolean> {
    const key = redisKey.receiverTest(this.#queue);
    return (await onRedis(() => this.#redis.set(key, '1', 'EX', secondsBetweenTests, 'NX'))) === 'OK';
  }
}

/** How deliveries to a receiver go. */
export interface ReceiverState {
  /** Messages that were delivered, since the receiver was declared. */
  readonly sent: number;
  readonly lastSentAt?: Date | undefined;
  /** The latest attempt that failed. */
  readonly lastFailure?: { readonly at: Date; readonly reason: string } | undefined;
}

export const secondsBetweenTests = 10;
