import type { Redis } from 'ioredis';
import { onRedis } from '../../store/redis/on-redis.ts';
import { redisKey } from '../../store/redis/redis-key.ts';

/** Receivers are named by their queues. Methods throw AppError `store-unavailable`. */
export class RedisReceiverStates {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async noteSent(receiver: string, at: Date): Promise<void> {
    const key = redisKey.receiverState(receiver);
    await onRedis(() => this.#redis.multi().hincrby(key, 'sent', 1).hset(key, 'sentAt', at.toISOString()).exec());
  }

  async noteFailure(receiver: string, at: Date, reason: string): Promise<void> {
    const failure = { failedAt: at.toISOString(), reason };
    await onRedis(() => this.#redis.hset(redisKey.receiverState(receiver), failure));
  }

  async read(receiver: string): Promise<ReceiverState> {
    const {
      sent = '0',
      sentAt,
      failedAt,
      reason = '',
    } = await onRedis(() => this.#redis.hgetall(redisKey.receiverState(receiver)));
    return {
      sent: Number(sent),
      lastSentAt: sentAt === undefined ? undefined : new Date(sentAt),
      lastFailure: failedAt === undefined ? undefined : { at: new Date(failedAt), reason },
    };
  }

  /** @returns whether nobody else has tested the receiver for a few seconds */
  async beginTest(receiver: string): Promise<boolean> {
    const key = redisKey.receiverTest(receiver);
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
