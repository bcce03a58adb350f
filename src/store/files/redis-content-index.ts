import type { Redis } from 'ioredis';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import { ledgerKeyNames, ledgerKeys } from './ledger-keys.ts';
import type { Reservation } from './upload-ledger.ts';

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

export interface ContentCharge {
  /** In bytes. */
  readonly size: number;
  /** The actor for whom the content counts, and the reservation that its bytes are taken from. */
  readonly reservation: Reservation;
}

export interface IndexedContent {
  readonly sha256: string;
  readonly name: string;
  /** Milliseconds since 1970 until which it is kept at least. */
  readonly until: number;
  readonly owners: readonly string[];
}

/**
 * Records which contents are stored, under which name, and until when at least. Each method is one atomic step, so any
 * number of gateways can use and sweep one folder. All throw AppError `store-unavailable` while Redis is unavailable.
 */
export class RedisContentIndex {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /**
   * Assigns the name to the content, which is kept at least until then and counts as an upload (`UploadLedger`).
   * @returns the previous name, whose file is no longer used
   */
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

  /** Keeps a content for longer. @returns false if it has been removed */
  async hold(sha256: string, until: Date): Promise<boolean> {
    return (await onRedis(() => holdScript.run(this.#redis, { ...keys, sha256, keptUntil: until.getTime() }))) === 1;
  }

  /** All contents, each with the actors for whom it counts. */
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

  /** The contents that may be removed at this time. */
  due(time: Date): Promise<readonly string[]> {
    return onRedis(() => this.#redis.zrangebyscore(redisKey.fileContents, '-inf', time.getTime()));
  }

  /**
   * Removes a content, which then no longer counts, unless it must now be kept beyond this time.
   * @returns the name of the file to delete
   */
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
