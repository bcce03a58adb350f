import type { Redis } from 'ioredis';
import { claimConstants, type PoolName } from '../../../lifecycle/claims.ts';
import { LuaScript } from '../../redis/lua-script.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import type { PoolExecutions, PoolStore, PoolUse, PoolWait, UnfitExecution } from '../record/pool-store.ts';
import { readHistory, timeOf } from './redis-execution-fields.ts';
import { readPoolExecutions, readPoolUses } from './redis-pool-uses.ts';

const tryWaitingScript = new LuaScript({
  file: 'store/executions/redis/scripts/try-waiting.lua',
  keys: ['anyKey'],
  values: ['pool', 'size'],
  constants: claimConstants,
});

const poolWaitsScript = new LuaScript({
  file: 'store/executions/redis/scripts/read-pool-waits.lua',
  keys: ['anyKey'],
  valueList: 'ids',
});

/** How many pools one step reads. */
const maxUses = 500;

/** The pools of executions on Redis. */
export class RedisPools implements PoolStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async sizes(): Promise<ReadonlyMap<PoolName, number>> {
    const sizes = await onRedis(() => this.#redis.hgetall(redisKey.poolSizes));
    return new Map(Object.entries(sizes).map(([pool, size]) => [pool as PoolName, Number(size)])); // as the store wrote it
  }

  async resize(pool: PoolName, size: number): Promise<readonly string[]> {
    return [...(await this.#try(pool, size)), ...(await this.resume())];
  }

  async resume(): Promise<readonly string[]> {
    const released: string[] = [];
    for (let pools = await this.#unfinished(); pools.length > 0; pools = await this.#unfinished())
      for (const pool of pools) released.push(...(await this.#try(pool)));
    if (await onRedis(() => this.#redis.exists(redisKey.waitingExecutions('unfit'))))
      released.push(...(await this.#try('')));
    return released;
  }

  async unfit(limit: number): Promise<readonly UnfitExecution[]> {
    const ids = await onRedis(() => this.#redis.zrange(redisKey.waitingExecutions('unfit'), '0', String(limit - 1)));
    if (ids.length === 0) return [];
    const sizes = await this.sizes();
    const claims = await Promise.all(
      ids.map((id) => onRedis(() => this.#redis.hget(redisKey.execution(id), 'claims'))),
    );
    return ids.flatMap((id, index) => {
      const all = JSON.parse(claims[index] ?? '[]') as [PoolName, number][]; // as the store wrote it
      const unfit = all.map(([pool, permits]) => ({ id, pool, permits, size: sizes.get(pool) ?? 0 }));
      return unfit.find(({ permits, size }) => permits > size) ?? [];
    });
  }

  async waits(ids: readonly string[]): Promise<readonly (PoolWait | undefined)[]> {
    if (ids.length === 0) return [];
    const reply = await onRedis(() => poolWaitsScript.run(this.#redis, { anyKey: redisKey.poolSizes, ids }));
    return (reply as WaitReply[]).map(readWait); // the reply of our own script
  }

  async uses(pools: readonly PoolName[]): Promise<readonly PoolUse[]> {
    const uses: PoolUse[] = [];
    for (let start = 0; start < pools.length; start += maxUses)
      uses.push(...(await readPoolUses(this.#redis, pools.slice(start, start + maxUses))));
    return uses;
  }

  executions(pool: PoolName, limit: number): Promise<PoolExecutions> {
    return readPoolExecutions(this.#redis, pool, limit);
  }

  #unfinished(): Promise<readonly string[]> {
    return onRedis(() => this.#redis.smembers(redisKey.unfinishedPools));
  }

  #try(pool: string, size?: number): Promise<readonly string[]> {
    const given = { anyKey: redisKey.poolSizes, pool, size: size ?? '' };
    return onRedis(() => tryWaitingScript.run(this.#redis, given)) as Promise<readonly string[]>; // as above
  }
}

type WaitReply = readonly [] | readonly [string, string, number, number, string, string, string, string];

function readWait(reply: WaitReply): PoolWait | undefined {
  const [pool, since, position = 0, holders = 0, id, namespace = '', history = '', trouble] = reply;
  if (pool === undefined) return undefined;
  const last = readHistory(history).at(-1);
  const holder = id && last ? { id, namespace, ...last, trouble: trouble || undefined } : undefined;
  return { pool, since: timeOf(since), position, holders, holder };
}
