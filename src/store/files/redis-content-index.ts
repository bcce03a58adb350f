import type { Redis } from 'ioredis';
import { keyRoot } from '../redis/key-root.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import type { ContentCharge, ContentIndex, IndexedContent } from './content-index.ts';
import { ledgerFunctions, ledgerKeyList } from './ledger-keys.ts';

/** A sorted set of SHA-256 digests by the time until which they are kept. */
const timesKey = `${keyRoot}:file-contents`;
/** A hash from SHA-256 to name. */
const namesKey = `${keyRoot}:file-names`;
/** A hash from SHA-256 to bytes. */
const sizesKey = `${keyRoot}:file-sizes`;
/** A set of the actors for whom a content counts. */
const ownersKey = (sha256: string): string => `${keyRoot}:file-owners:${sha256}`;
const keys = [timesKey, namesKey];
const chargeKeys = (sha256: string): readonly string[] => [...ledgerKeyList, ...keys, sizesKey, ownersKey(sha256)];

/** ARGV: SHA-256, name, time, bytes, reservation, actor. */
const adoptScript = new LuaScript(`${ledgerFunctions}
local sha256, size, id, actor = ARGV[1], tonumber(ARGV[4]), ARGV[5], ARGV[6]
local before = redis.call('HGET', KEYS[5], sha256)
redis.call('HSET', KEYS[5], sha256, ARGV[2])
redis.call('ZADD', KEYS[4], 'GT', ARGV[3], sha256)
local held, holder = reservation(id)
if holder then setReservation(id, holder, math.max(held - size, 0)) end
if redis.call('HSETNX', KEYS[6], sha256, ARGV[4]) == 1 then count('all', size) end
if redis.call('SADD', KEYS[7], actor) == 1 then count('actor:' .. actor, size) end
return before
`);

/** ARGV: SHA-256, time. */
const holdScript = new LuaScript(`
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[1])
return 1
`);

/** ARGV: SHA-256, time. */
const forgetScript = new LuaScript(`${ledgerFunctions}
local sha256 = ARGV[1]
local kept = redis.call('ZSCORE', KEYS[4], sha256)
if not kept or tonumber(kept) > tonumber(ARGV[2]) then return false end
local name = redis.call('HGET', KEYS[5], sha256)
local size = tonumber(redis.call('HGET', KEYS[6], sha256) or '0')
count('all', -size)
for _, actor in ipairs(redis.call('SMEMBERS', KEYS[7])) do count('actor:' .. actor, -size) end
redis.call('ZREM', KEYS[4], sha256)
redis.call('HDEL', KEYS[5], sha256)
redis.call('HDEL', KEYS[6], sha256)
redis.call('DEL', KEYS[7])
return name
`);

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
    const values = [sha256, name, until.getTime(), size, reservation.id, reservation.actor];
    return textIf(await onRedis(() => adoptScript.run(this.#redis, chargeKeys(sha256), values)));
  }

  async hold(sha256: string, until: Date): Promise<boolean> {
    return (await onRedis(() => holdScript.run(this.#redis, keys, [sha256, until.getTime()]))) === 1;
  }

  async all(): Promise<readonly IndexedContent[]> {
    return onRedis(async () => {
      const names = Object.entries(await this.#redis.hgetall(namesKey));
      return Promise.all(
        names.map(async ([sha256, name]) => {
          const [until, owners] = await Promise.all([
            this.#redis.zscore(timesKey, sha256),
            this.#redis.smembers(ownersKey(sha256)),
          ]);
          return { sha256, name, until: Number(until ?? 0), owners };
        }),
      );
    });
  }

  async nameOf(sha256: string): Promise<string | undefined> {
    return textIf(await onRedis(() => this.#redis.hget(namesKey, sha256)));
  }

  due(time: Date): Promise<readonly string[]> {
    return onRedis(() => this.#redis.zrangebyscore(timesKey, '-inf', time.getTime()));
  }

  async forget(sha256: string, time: Date): Promise<string | undefined> {
    return textIf(await onRedis(() => forgetScript.run(this.#redis, chargeKeys(sha256), [sha256, time.getTime()])));
  }
}

/** A string, or undefined if Redis returned nothing. */
function textIf(reply: unknown): string | undefined {
  return typeof reply === 'string' ? reply : undefined;
}
