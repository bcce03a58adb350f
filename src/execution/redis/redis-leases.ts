import type { Redis } from 'ioredis';
import { evenIfFull, LuaScript } from '../../store/redis/lua-script.ts';
import { onRedis } from '../../store/redis/on-redis.ts';
import type { Lease, Leases } from '../record/lease.ts';
import { leaseCounter, leaseKey } from './redis-execution-keys.ts';

/** KEYS: lease, counter. ARGV: milliseconds. Returns the token, or 0. */
const acquireScript = new LuaScript(`
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
${evenIfFull}local token = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], token, 'PX', ARGV[1])
return token
`);

/** KEYS: lease. ARGV: token, milliseconds (0 releases it). Returns whether it was held. */
const holdScript = new LuaScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then redis.call('DEL', KEYS[1]) else redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1
`);

/** KEYS: lease. ARGV: token, milliseconds. Returns whether nobody else holds it. */
const reclaimScript = new LuaScript(`
${evenIfFull}local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`);

/** Leases as keys of Redis that expire. */
export class RedisLeases implements Leases {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async acquire(name: string, milliseconds: number): Promise<Lease | undefined> {
    const key = leaseKey(name);
    const token = Number(await onRedis(() => acquireScript.run(this.#redis, [key, leaseCounter], [milliseconds])));
    if (token === 0) return undefined;
    const hold = async (time: number) =>
      Number(await onRedis(() => holdScript.run(this.#redis, [key], [token, time]))) === 1;
    return {
      name,
      token,
      milliseconds,
      renew: () => hold(milliseconds),
      reclaim: async () =>
        Number(await onRedis(() => reclaimScript.run(this.#redis, [key], [token, milliseconds]))) === 1,
      release: async () => void (await hold(0)),
    };
  }
}
