import type { Redis } from 'ioredis';
import { onRedis } from '../../../store/redis/on-redis.ts';
import { redisKey } from '../../../store/redis/redis-key.ts';
import type { SentStatuses } from './sent-statuses.ts';

const weekSeconds = 7 * 24 * 60 * 60;

export class RedisSentStatuses implements SentStatuses {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async swap(executionId: string, word: string): Promise<string | undefined> {
    const key = redisKey.sentStatus(executionId);
    const previous = await onRedis(() => this.#redis.set(key, word, 'EX', weekSeconds, 'GET'));
    return previous ?? undefined;
  }
}
