import type { Redis } from 'ioredis';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/store-errors.ts';
import type { FlowKey } from '../revision/flow-revision.ts';
import type { Fence } from './execution-store.ts';
import type { PushedJob, PushedJobs } from './pushed-jobs.ts';
import { leaseKey, pushedHash } from './redis-execution-keys.ts';

/** KEYS: job, lease. ARGV: token, digest, URL. */
const writeScript = new LuaScript(`
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('HSET', KEYS[1], 'digest', ARGV[2], 'url', ARGV[3]) end
`);

/** Pushed jobs as hashes of Redis. */
export class RedisPushedJobs implements PushedJobs {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async read(flow: FlowKey): Promise<PushedJob | undefined> {
    const [digest, url] = await onRedis(() => this.#redis.hmget(pushedHash(flow), 'digest', 'url'));
    return url ? { url, digest: digest || undefined } : undefined;
  }

  async write(flow: FlowKey, { digest = '', url }: PushedJob, { lease, token }: Fence): Promise<void> {
    await onRedis(() => writeScript.run(this.#redis, [pushedHash(flow), leaseKey(lease)], [token, digest, url]));
  }

  async forget(flow: FlowKey): Promise<void> {
    await onRedis(() => this.#redis.hdel(pushedHash(flow), 'digest'));
  }
}
