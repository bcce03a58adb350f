import type { Redis } from 'ioredis';
import { keyRoot } from '../redis/key-root.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import type { ContentIndex } from './content-index.ts';

/** A sorted set of SHA-256 by the time until which they are kept. */
const timesKey = `${keyRoot}:file-contents`;
/** A hash from SHA-256 to name. */
const namesKey = `${keyRoot}:file-names`;
const keys = [timesKey, namesKey];

/** ARGV: SHA-256, name, time. */
const adoptScript = new LuaScript(`
local before = redis.call('HGET', KEYS[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[1], 'GT', ARGV[3], ARGV[1])
return before
`);

/** ARGV: SHA-256, time. */
const holdScript = new LuaScript(`
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[1])
return 1
`);

/** ARGV: SHA-256, time. */
const forgetScript = new LuaScript(`
local kept = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not kept or tonumber(kept) > tonumber(ARGV[2]) then return false end
local name = redis.call('HGET', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return name
`);

/** The index of contents on Redis. */
export class RedisContentIndex implements ContentIndex {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async adopt(sha256: string, name: string, until: Date): Promise<string | undefined> {
    return textIf(await onRedis(() => adoptScript.run(this.#redis, keys, [sha256, name, until.getTime()])));
  }

  async hold(sha256: string, until: Date): Promise<boolean> {
    return (await onRedis(() => holdScript.run(this.#redis, keys, [sha256, until.getTime()]))) === 1;
  }

  async nameOf(sha256: string): Promise<string | undefined> {
    return textIf(await onRedis(() => this.#redis.hget(namesKey, sha256)));
  }

  due(time: Date): Promise<readonly string[]> {
    return onRedis(() => this.#redis.zrangebyscore(timesKey, '-inf', time.getTime()));
  }

  async forget(sha256: string, time: Date): Promise<string | undefined> {
    return textIf(await onRedis(() => forgetScript.run(this.#redis, keys, [sha256, time.getTime()])));
  }
}

/** A text, or undefined where Redis answers with nothing. */
function textIf(reply: unknown): string | undefined {
  return typeof reply === 'string' ? reply : undefined;
}
