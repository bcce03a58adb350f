import type { Redis } from 'ioredis';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import type { ContentCharge, ContentIndex, IndexedContent } from './content-index.ts';
import { ledgerKeyNames, ledgerKeys } from './ledger-keys.ts';

const adoptScript = new LuaScript({
  file: 'store/files/scripts/adopt-content.lua',
  keys: [...ledgerKeyNames, 'contents', 'names', 'sizes', 'owners'],
  values: ['sha256', 'name', 'keptUntil', 'size', 'reservation', 'actor'],
});

const holdScript = new LuaScript({
  file: 'store/files/scripts/hold-content.lua',
  keys: ['contents', 'names'],
  values: ['sha256', 'keptUntil'],
});

const forgetScript = new LuaScript({
  file: 'store/files/scripts/forget-content.lua',
  keys: [...ledgerKeyNames, 'contents', 'names', 'sizes', 'owners'],
  values: ['sha256', 'time'],
});

const keys = { contents: redisKey.fileContents, names: redisKey.fileNames } as const;
const chargeKeys = (sha256: string) =>
  ({ ...ledgerKeys, ...keys, sizes: redisKey.fileSizes, owners: redisKey.fileOwners(sha256) }) as const;

/** The index of contents on Redis. */
export class RedisContentIndex implements ContentIndex {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async adopt(
    sha256: string,
    name: string,
    until: Date,
    { size, reservation }: ContentCharge,
  ): Promise<string | undefined> {
    const { id, actor } = reservation;
    const values = { sha256, name, keptUntil: until.getTime(), size, reservation: id, actor };
    return textIf(await onRedis(() => adoptScript.run(this.#redis, { ...chargeKeys(sha256), ...values })));
  }

  async hold(sha256: string, until: Date): Promise<boolean> {
    return (await onRedis(() => holdScript.run(this.#redis, { ...keys, sha256, keptUntil: until.getTime() }))) === 1;
  }

  async all(): Promise<readonly IndexedContent[]> {
    return onRedis(async () => {
      const names = Object.entries(await this.#redis.hgetall(redisKey.fileNames));
      return Promise.all(
        names.map(async ([sha256, name]) => {
          const [until, owners] = await Promise.all([
            this.#redis.zscore(redisKey.fileContents, sha256),
            this.#redis.smembers(redisKey.fileOwners(sha256)),
          ]);
          return { sha256, name, until: Number(until ?? 0), owners };
        }),
      );
    });
  }

  async nameOf(sha256: string): Promise<string | undefined> {
    return textIf(await onRedis(() => this.#redis.hget(redisKey.fileNames, sha256)));
  }

  due(time: Date): Promise<readonly string[]> {
    return onRedis(() => this.#redis.zrangebyscore(redisKey.fileContents, '-inf', time.getTime()));
  }

  async forget(sha256: string, time: Date): Promise<string | undefined> {
    return textIf(
      await onRedis(() => forgetScript.run(this.#redis, { ...chargeKeys(sha256), sha256, time: time.getTime() })),
    );
  }
}

/** A string, or undefined if Redis returned nothing. */
function textIf(reply: unknown): string | undefined {
  return typeof reply === 'string' ? reply : undefined;
}
