import type { Redis } from 'ioredis';
import { flowName, flowOfName, type FlowKey } from '../../language/flow/flow-key.ts';
import { LuaScript } from '../../store/redis/lua-script.ts';
import { onRedis } from '../../store/redis/on-redis.ts';
import { keyGlob, keyWords, redisKey } from '../../store/redis/redis-key.ts';
import { scanKeys } from '../../store/redis/scan-keys.ts';
import type { Fence } from '../record/lease.ts';
import type { PushedJob, PushedJobs } from '../record/pushed-jobs.ts';

export const writeScript = new LuaScript({
  file: 'execution/redis/scripts/write-pushed-job.lua',
  keys: ['job', 'lease', 'mark'],
  values: ['token', 'digest', 'url'],
});

export const dropScript = new LuaScript({
  file: 'execution/redis/scripts/drop-pushed-job.lua',
  keys: ['job', 'flow', 'retiring', 'slots', 'waiting'],
  values: ['name'],
});

/** Pushed jobs as Redis hashes. */
export class RedisPushedJobs implements PushedJobs {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async any(): Promise<boolean> {
    return (await onRedis(() => this.#redis.get(redisKey.pushedMark))) === '1';
  }

  async read(flow: FlowKey): Promise<PushedJob | undefined> {
    const [digest, url, retired] = await onRedis(() =>
      this.#redis.hmget(redisKey.pushedJob(flow), 'digest', 'url', 'retired'),
    );
    return url ? { url, digest: digest || undefined, isRetired: retired === '1' } : undefined;
  }

  async write(flow: FlowKey, { digest = '', url }: PushedJob, { name, token }: Fence): Promise<void> {
    const keys = { job: redisKey.pushedJob(flow), lease: redisKey.lease(name), mark: redisKey.pushedMark };
    await onRedis(() => writeScript.run(this.#redis, { ...keys, token, digest, url }));
  }

  async forget(flow: FlowKey): Promise<void> {
    await onRedis(() => this.#redis.hdel(redisKey.pushedJob(flow), 'digest'));
  }

  async retire(flow: FlowKey): Promise<void> {
    await onRedis(() =>
      this.#redis
        .multi()
        .hset(redisKey.pushedJob(flow), 'retired', '1')
        .sadd(redisKey.retiringFlows, flowName(flow))
        .set(redisKey.pushedMark, '1')
        .exec(),
    );
  }

  async retiring(): Promise<readonly FlowKey[]> {
    const names = await onRedis(() => this.#redis.smembers(redisKey.retiringFlows));
    return names.map(flowOfName);
  }

  async retired(flow: FlowKey): Promise<void> {
    await onRedis(() => this.#redis.srem(redisKey.retiringFlows, flowName(flow)));
  }

  async *all(): AsyncGenerator<FlowKey> {
    for await (const keys of scanKeys(this.#redis, keyGlob('pushedJob')))
      for (const key of keys) yield flowOfName(keyWords('pushedJob', key).join());
  }

  async drop(flow: FlowKey): Promise<boolean> {
    const keys = {
      job: redisKey.pushedJob(flow),
      flow: redisKey.flow(flow),
      retiring: redisKey.retiringFlows,
      slots: redisKey.executionSlots(flowName(flow)),
      waiting: redisKey.waitingExecutions(flowName(flow)),
    };
    return (await onRedis(() => dropScript.run(this.#redis, { ...keys, name: flowName(flow) }))) === 1;
  }

  async revive(flow: FlowKey): Promise<void> {
    await onRedis(() =>
      this.#redis.multi().hdel(redisKey.pushedJob(flow), 'retired').srem(redisKey.retiringFlows, flowName(flow)).exec(),
    );
  }
}
