import type { Redis } from 'ioredis';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';

export interface KnownArchive {
  readonly id: string;
  /** Whether the archive had its marker once: it must not be written again. */
  readonly isConfirmed: boolean;
}

/**
 * The id of the archive that belongs to the store: the first process that sets it decides. All methods throw AppError
 * `store-unavailable`.
 */
export class RedisArchiveIdentity {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Undefined before the first use of an archive, and after the loss of the store. */
  async read(): Promise<KnownArchive | undefined> {
    const { id, confirmed } = await onRedis(() => this.#redis.hgetall(redisKey.archive));
    return id === undefined ? undefined : { id, isConfirmed: confirmed === '1' };
  }

  /** Sets the id unless one is set. @returns the id that is set now, the same for all processes */
  async settle(id: string): Promise<KnownArchive> {
    await onRedis(() => this.#redis.hsetnx(redisKey.archive, 'id', id));
    return (await this.read()) ?? { id, isConfirmed: false };
  }

  /** Notes that the archive has its marker. */
  async confirm(): Promise<void> {
    await onRedis(() => this.#redis.hset(redisKey.archive, 'confirmed', '1'));
  }
}
