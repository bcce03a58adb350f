import type { Redis } from 'ioredis';
import { flowName, flowOfName, type FlowKey } from '../../language/flow/flow-key.ts';
import { LuaScript } from '../../store/redis/lua-script.ts';
import { onRedis } from '../../store/redis/on-redis.ts';
import { globLiteral, scanKeys } from '../../store/redis/scan-keys.ts';
import { flowHash } from '../../store/revisions/redis-keys.ts';
import type { Fence } from '../record/lease.ts';
import type { PushedJob, PushedJobs } from '../record/pushed-jobs.ts';
import {
  leaseKey,
  pushedHash,
  pushedHashes,
  pushedMark,
  retiringSet,
  slotSet,
  waitingSet,
} from './redis-execution-keys.ts';

/** KEYS: job, lease, mark. ARGV: token, digest, URL. */
const writeScript = new LuaScript(`
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return end
redis.call('HSET', KEYS[1], 'digest', ARGV[2], 'url', ARGV[3])
redis.call('SET', KEYS[3], '1')
`);

/**
 * KEYS: job, flow, flows whose jobs have to be disabled, executions of the flow that go on, and those that wait. ARGV:
 * name of the flow. Returns whether the job was removed.
 */
const dropScript = new LuaScript(`
if redis.call('EXISTS', KEYS[2], KEYS[4], KEYS[5]) > 0 or redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 1 then return 0 end
return redis.call('DEL', KEYS[1])
`);

/** Pushed jobs as Redis hashes. */
export class RedisPushedJobs implements PushedJobs {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Whether a flow was ever pushed. Reads all keys, but only once: version 0.1.0 left no mark. */
  async any(): Promise<boolean> {
    const mark = await onRedis(() => this.#redis.get(pushedMark));
    if (mark !== null) return mark === '1';
    const isFound = await this.#find();
    // Another process may have pushed a job meanwhile.
    await onRedis(() => this.#redis.set(pushedMark, isFound ? '1' : '0', 'NX'));
    return isFound;
  }

  async #find(): Promise<boolean> {
    return onRedis(async () => {
      for await (const keys of scanKeys(this.#redis, `${pushedHashes}*`)) if (keys.length > 0) return true;
      return false;
    });
  }

  async read(flow: FlowKey): Promise<PushedJob | undefined> {
    const [digest, url, retired] = await onRedis(() => this.#redis.hmget(pushedHash(flow), 'digest', 'url', 'retired'));
    return url ? { url, digest: digest || undefined, isRetired: retired === '1' } : undefined;
  }

  async write(flow: FlowKey, { digest = '', url }: PushedJob, { name, token }: Fence): Promise<void> {
    await onRedis(() =>
      writeScript.run(this.#redis, [pushedHash(flow), leaseKey(name), pushedMark], [token, digest, url]),
    );
  }

  async forget(flow: FlowKey): Promise<void> {
    await onRedis(() => this.#redis.hdel(pushedHash(flow), 'digest'));
  }

  async retire(flow: FlowKey): Promise<void> {
    await onRedis(() =>
      this.#redis
        .multi()
        .hset(pushedHash(flow), 'retired', '1')
        .sadd(retiringSet, flowName(flow))
        .set(pushedMark, '1')
        .exec(),
    );
  }

  async retiring(): Promise<readonly FlowKey[]> {
    const names = await onRedis(() => this.#redis.smembers(retiringSet));
    return names.map(flowOfName);
  }

  async retired(flow: FlowKey): Promise<void> {
    await onRedis(() => this.#redis.srem(retiringSet, flowName(flow)));
  }

  async *all(): AsyncGenerator<FlowKey> {
    for await (const keys of scanKeys(this.#redis, `${globLiteral(pushedHashes)}*`))
      for (const key of keys) yield flowOfName(key.slice(pushedHashes.length));
  }

  async drop(flow: FlowKey): Promise<boolean> {
    const keys = [pushedHash(flow), flowHash(flow), retiringSet, slotSet(flow), waitingSet(flow)];
    return Number(await onRedis(() => dropScript.run(this.#redis, keys, [flowName(flow)]))) === 1;
  }

  async revive(flow: FlowKey): Promise<void> {
    await onRedis(() => this.#redis.multi().hdel(pushedHash(flow), 'retired').srem(retiringSet, flowName(flow)).exec());
  }
}
