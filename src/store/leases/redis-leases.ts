import type { Redis } from 'ioredis';
import { holdScript } from '../redis/hold-lock.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import type { Lease } from './lease.ts';

const acquireScript = new LuaScript({
  file: 'store/leases/scripts/acquire-lease.lua',
  keys: ['lease', 'counter'],
  values: ['milliseconds'],
});

const reclaimScript = new LuaScript({
  file: 'store/leases/scripts/reclaim-lease.lua',
  keys: ['lease'],
  values: ['token', 'milliseconds'],
});

/**
 * Gives exclusive access to one holder among all processes, as keys of Redis. The lease of a holder that dies expires;
 * tokens grow with every lease, so a store can reject a holder that has not noticed the loss of its lease (a fencing
 * token).
 */
export class RedisLeases {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** @returns undefined while another process holds it @throws {AppError} `store-unavailable` */
  async acquire(name: string, milliseconds: number): Promise<Lease | undefined> {
    const lease = redisKey.lease(name);
    const counter = redisKey.leaseCounter;
    const token = Number(await onRedis(() => acquireScript.run(this.#redis, { lease, counter, milliseconds })));
    if (token === 0) return undefined;
    const hold = async (time: number) =>
      (await onRedis(() => holdScript.run(this.#redis, { lock: lease, token, milliseconds: time }))) === 1;
    return {
      name,
      token,
      milliseconds,
      renew: () => hold(milliseconds),
      reclaim: async () => (await onRedis(() => reclaimScript.run(this.#redis, { lease, token, milliseconds }))) === 1,
      release: async () => void (await hold(0)),
    };
  }
}
