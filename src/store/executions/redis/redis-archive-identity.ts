import type { Redis } from 'ioredis';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import type { ArchiveIdentity, KnownArchive } from '../archive/own-archive.ts';

/** The id of the archive in Redis: the first process that sets it decides. */
export class RedisArchiveIdentity implements ArchiveIdentity {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async read(): Promise<KnownArchive | undefined> {
    const { id, confirmed } = await onRedis(() => this.#redis.hgetall(redisKey.archive));
    return id === undefined ? undefined : { id, isConfirmed: confirmed === '1' };
  }

  async claim(id: string): Promise<KnownArchive> {
    await onRedis(() => this.#redis.hsetnx(redisKey.archive, 'id', id));
    return (await this.read()) ?? { id, isConfirmed: false };
  }

  async confirm(): Promise<void> {
    await onRedis(() => this.#redis.hset(redisKey.archive, 'confirmed', '1'));
  }
}
