import type { Redis } from 'ioredis';
import type { FileDescription } from '../../language/inputs/file-description.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';

/** Keeps uploads as keys of Redis until they expire. Both methods throw AppError `store-unavailable` while Redis is unavailable. */
export class RedisUploadRegister {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async add(upload: Upload): Promise<void> {
    await onRedis(() =>
      this.#redis.set(redisKey.upload(upload.reference), JSON.stringify(upload), 'PXAT', Date.parse(upload.expiresAt)),
    );
  }

  /** @returns undefined for a reference that was never issued, or that has expired */
  async find(reference: string): Promise<Upload | undefined> {
    const text = await onRedis(() => this.#redis.get(redisKey.upload(reference)));
    return text === null ? undefined : (JSON.parse(text) as Upload); // written by add
  }
}

/** A file uploaded to be used as the value of an input, for a day. */
export interface Upload extends FileDescription {
  /** Unguessable; used as the value of an input. */
  readonly reference: string;
  /** The only user who may use it. */
  readonly actor: string;
  /** The only namespace in which it can be used. */
  readonly namespace: string;
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
}
