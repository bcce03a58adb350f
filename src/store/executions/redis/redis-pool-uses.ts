import type { Redis } from 'ioredis';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { PoolName } from '../../../lifecycle/claims.ts';
import type { ExecutionState } from '../../../lifecycle/execution-state.ts';
import { LuaScript } from '../../redis/lua-script.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import { readHistory, timeOf } from './redis-execution-fields.ts';

export interface PoolUse {
  /** Undefined if it is not in use. */
  readonly size?: number | undefined;
  /** The number of permits. */
  readonly held: number;
  /** The number of executions that it holds up. */
  readonly heldUp: number;
  /** Since when the next one is held up, ISO 8601; undefined without one. */
  readonly nextSince?: string | undefined;
}

export interface PoolExecutions {
  readonly holders: readonly PoolExecution[];
  readonly heldUp: readonly PoolExecution[];
}

export interface PoolExecution {
  readonly id: string;
  readonly flow: FlowKey;
  readonly number?: number | undefined;
  readonly state: ExecutionState;
  readonly permits: number;
  /** Since when it holds them, or is held up, ISO 8601. */
  readonly since: string;
}

const poolUsesScript = new LuaScript({
  file: 'store/executions/redis/scripts/read-pools.lua',
  keys: ['anyKey'],
  valueList: 'pools',
});

/** How pools are used, in their order. */
export async function readPoolUses(redis: Redis, pools: readonly PoolName[]): Promise<readonly PoolUse[]> {
  const reply = await onRedis(() => poolUsesScript.run(redis, { anyKey: redisKey.poolSizes, pools }));
  return (reply as (readonly [string, number, number, string])[]).map(([size, held, heldUp, since]) => ({
    size: size === '' ? undefined : Number(size),
    held,
    heldUp,
    nextSince: timeOf(since),
  })); // the reply of our own script
}

const fields = ['namespace', 'flowId', 'number', 'state', 'history', 'claims', 'readyAt', 'waitsSince'] as const;
/** Of more holders than this, any are read. */
const maxSorted = 1_000;

/** The oldest holders of a pool, and those that it holds up, the next one first. */
export async function readPoolExecutions(redis: Redis, pool: PoolName, limit: number): Promise<PoolExecutions> {
  const slots = redisKey.executionSlots(pool);
  const holders = await onRedis(async () =>
    (await redis.scard(slots)) > maxSorted
      ? redis.srandmember(slots, limit)
      : (await redis.smembers(slots)).toSorted().slice(0, limit),
  );
  const next = await onRedis(() => redis.zrange(redisKey.heldExecutions(pool), '0', String(limit - 1)));
  const [held, heldUp] = await Promise.all([holders, next].map((ids) => readAll(redis, pool, ids)));
  return { holders: held ?? [], heldUp: heldUp ?? [] };
}

async function readAll(redis: Redis, pool: PoolName, ids: readonly string[]): Promise<readonly PoolExecution[]> {
  const rows = await Promise.all(ids.map((id) => onRedis(() => redis.hmget(redisKey.execution(id), ...fields))));
  return rows.flatMap(([namespace, flowId, number, state, history, claims, readyAt, waitsSince], index) => {
    if (!namespace || !flowId) return [];
    const [created] = readHistory(history ?? '');
    const all = JSON.parse(claims ?? '[]') as (readonly [PoolName, number])[]; // as the store wrote it
    return {
      id: ids[index] ?? '',
      flow: { namespace, id: flowId },
      number: number ? Number(number) : undefined,
      state: state as ExecutionState, // the scripts write nothing else
      permits: all.find(([name]) => name === pool)?.[1] ?? 1,
      since: timeOf(waitsSince) ?? timeOf(readyAt) ?? created?.at ?? '',
    };
  });
}
