import type { Redis } from 'ioredis';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import type { Upload, UploadRegister } from './upload-register.ts';

/** Uploads as keys of Redis that expire. */
export class RedisUploadRegister implements UploadRegister {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async add(upload: Upload): Promise<void> {
    await onRedis(() =>
      this.#redis.set(redisKey.upload(upload.reference), JSON.stringify(upload), 'PXAT', Date.parse(upload.expiresAt)),
    );
  }

  async find(reference: string): Promise<Upload | undefined> {
    const text = await onRedis(() => this.#redis.get(redisKey.upload(reference)));
    return text === null ? undefined : (JSON.parse(text) as Upload); // written by add
  }
}
