import type { Redis } from 'ioredis';
import { onRedis } from '../../../store/redis/on-redis.ts';
import { redisKey } from '../../../store/redis/redis-key.ts';

const weekSeconds = 7 * 24 * 60 * 60;

/**
 * What is sent to commits, by execution, so that only changes are sent. Methods throw AppError `store-unavailable`.
 */
export class RedisSentStatuses {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /**
   * Notes that a state is being sent.
   * @param word the word of the forge
   * @returns the word that was noted before; undefined if none is known
   */
  async swap(executionId: string, word: string): Promise<string | undefined> {
    const key = redisKey.sentStatus(executionId);
    const previous = await onRedis(() => this.#redis.set(key, word, 'EX', weekSeconds, 'GET'));
    return previous ?? undefined;
  }
}
