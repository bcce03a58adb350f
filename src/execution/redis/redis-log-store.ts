import type { Redis } from 'ioredis';
import { onRedis } from '../../store/redis/on-redis.ts';
import type { LogPiece, LogStore } from '../record/log-store.ts';
import { logKey } from './redis-execution-keys.ts';

// An unfinished log is deleted after this time.
const partSeconds = 60 * 60;

/** Logs as Redis strings. */
export class RedisLogStore implements LogStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async write(executionId: string, pieces: AsyncIterable<string>): Promise<void> {
    const key = logKey(executionId);
    const part = `${key}:${process.pid}`;
    await onRedis(() => this.#redis.set(part, '', 'EX', partSeconds));
    for await (const piece of pieces) await onRedis(() => this.#redis.append(part, piece));
    await onRedis(() => this.#redis.multi().rename(part, key).persist(key).exec());
  }

  async append(executionId: string, text: string): Promise<void> {
    await onRedis(() => this.#redis.append(logKey(executionId), text));
  }

  async read(
    executionId: string,
    { start, bytes }: { readonly start: number; readonly bytes: number },
  ): Promise<LogPiece | undefined> {
    const key = logKey(executionId);
    const replies = await onRedis(() =>
      this.#redis
        .multi()
        .exists(key)
        .strlen(key)
        .getrangeBuffer(key, start, start + bytes - 1)
        .exec(),
    );
    const [[, exists], [, size], [, piece]] = (replies ?? []) as [[null, number], [null, number], [null, Buffer]]; // in the order of the commands
    return exists === 0 ? undefined : { bytes: piece, size };
  }
}
