import type { Redis } from 'ioredis';
import { claimConstants, type PoolName } from '../../../lifecycle/claims.ts';
import type { ExecutionState } from '../../../lifecycle/execution-state.ts';
import { LuaScript } from '../../redis/lua-script.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import { readHistory, timeOf } from './redis-execution-fields.ts';
import { readPoolExecutions, readPoolUses, type PoolExecutions, type PoolUse } from './redis-pool-uses.ts';

const tryHeldScript = new LuaScript({
  file: 'store/executions/redis/scripts/try-held.lua',
  keys: ['anyKey'],
  values: ['pool', 'size'],
  constants: claimConstants,
});

const poolHoldsScript = new LuaScript({
  file: 'store/executions/redis/scripts/read-holds.lua',
  keys: ['anyKey'],
  valueList: 'ids',
});

/** How many pools one step reads. */
const maxUses = 500;

export interface UnfitExecution {
  readonly id: string;
  readonly pool: PoolName;
  readonly permits: number;
  /** What the pool has; 0 if it no longer exists. */
  readonly size: number;
}

export interface PoolHold {
  /** The pool, or the flow as `<namespace>/<id>` for its `concurrency`. */
  readonly pool: string;
  /** ISO 8601; undefined for one that an older Flowgate accepted. */
  readonly since?: string | undefined;
  /** How many executions that the same pool holds up are ahead of it. */
  readonly position: number;
  /** How many executions hold permits. */
  readonly holders: number;
  /** The oldest of them; if there are more than 50, any. */
  readonly holder?: PoolHolder | undefined;
}

interface PoolHolder {
  readonly id: string;
  readonly namespace: string;
  readonly state: ExecutionState;
  /** Since when it has been in this state, ISO 8601. */
  readonly at: string;
  readonly trouble?: string | undefined;
}

/**
 * The pools from which executions take permits (`Claim`). All methods throw AppError `store-unavailable` immediately while
 * Redis is unreachable.
 */
export class RedisPools {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** The size of each pool that executions hold or need; flows are not among them. */
  async sizes(): Promise<ReadonlyMap<PoolName, number>> {
    const sizes = await onRedis(() => this.#redis.hgetall(redisKey.poolSizes));
    return new Map(Object.entries(sizes).map(([pool, size]) => [pool as PoolName, Number(size)])); // as the store wrote it
  }

  /**
   * Gives a pool in use another size. Nothing is taken away from its holders. Those that need more permits than it has can
   * never start: they are in `unfit` then.
   * @returns the executions that may start now
   */
  async resize(pool: PoolName, size: number): Promise<readonly string[]> {
    return [...(await this.#try(pool, size)), ...(await this.resume())];
  }

  /**
   * Tries the executions that a process which died left to try, and those for which a pool was too small.
   * @returns those that may start now
   */
  async resume(): Promise<readonly string[]> {
    const released: string[] = [];
    for (let pools = await this.#unfinished(); pools.length > 0; pools = await this.#unfinished())
      for (const pool of pools) released.push(...(await this.#try(pool)));
    if (await onRedis(() => this.#redis.exists(redisKey.heldExecutions('unfit'))))
      released.push(...(await this.#try('')));
    return released;
  }

  /** Executions that need more permits than a pool has, the first ones. */
  async unfit(limit: number): Promise<readonly UnfitExecution[]> {
    const ids = await onRedis(() => this.#redis.zrange(redisKey.heldExecutions('unfit'), '0', String(limit - 1)));
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

  /** For each execution, what holds it up; undefined unless a pool does. */
  async holds(ids: readonly string[]): Promise<readonly (PoolHold | undefined)[]> {
    if (ids.length === 0) return [];
    const reply = await onRedis(() => poolHoldsScript.run(this.#redis, { anyKey: redisKey.poolSizes, ids }));
    return (reply as HoldReply[]).map(readHold); // the reply of our own script
  }

  /** How pools are used, in their order. */
  async uses(pools: readonly PoolName[]): Promise<readonly PoolUse[]> {
    const uses: PoolUse[] = [];
    for (let start = 0; start < pools.length; start += maxUses)
      uses.push(...(await readPoolUses(this.#redis, pools.slice(start, start + maxUses))));
    return uses;
  }

  /** The oldest holders of a pool, and those that it holds up, the next one first; each up to the limit. */
  executions(pool: PoolName, limit: number): Promise<PoolExecutions> {
    return readPoolExecutions(this.#redis, pool, limit);
  }

  #unfinished(): Promise<readonly string[]> {
    return onRedis(() => this.#redis.smembers(redisKey.unfinishedPools));
  }

  #try(pool: string, size?: number): Promise<readonly string[]> {
    const given = { anyKey: redisKey.poolSizes, pool, size: size ?? '' };
    return onRedis(() => tryHeldScript.run(this.#redis, given)) as Promise<readonly string[]>; // as above
  }
}

type HoldReply = readonly [] | readonly [string, string, number, number, string, string, string, string];

function readHold(reply: HoldReply): PoolHold | undefined {
  const [pool, since, position = 0, holders = 0, id, namespace = '', history = '', trouble] = reply;
  if (pool === undefined) return undefined;
  const last = readHistory(history).at(-1);
  const holder = id && last ? { id, namespace, ...last, trouble: trouble || undefined } : undefined;
  return { pool, since: timeOf(since), position, holders, holder };
}
