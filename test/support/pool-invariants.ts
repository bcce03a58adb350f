import type { Redis } from 'ioredis';
import { expect } from 'vitest';
import { redisKey } from '../../src/store/redis/redis-key.ts';

interface PoolState {
  readonly size: number;
  readonly held: number;
  /** The first one is next. */
  readonly queue: readonly string[];
}

/** Claims of an execution: pool and permits, the flow first. */
export type ClaimList = readonly (readonly [pool: string, permits: number])[];

/**
 * What is true after every step: no more is held than there is, unless a pool has become smaller; who runs holds all that it claims; who waits is in one queue, and cannot
 * start; nothing is left of those that have ended.
 */
export async function checkPools(
  redis: Redis,
  { open, sizes }: { readonly open: ReadonlyMap<string, ClaimList>; readonly sizes: ReadonlyMap<string, number> },
): Promise<void> {
  const states = new Map<string, PoolState & { readonly holders: ReadonlySet<string> }>();
  for (const [pool, size] of sizes) {
    const holders = new Set(await redis.smembers(redisKey.executionSlots(pool)));
    const extra = Number((await redis.hget(redisKey.extraPermits, pool)) ?? 0);
    const queue = await redis.zrange(redisKey.heldExecutions(pool), '0', '-1');
    const permits = [...holders].map((id) => open.get(id)?.find(([name]) => name === pool)?.[1] ?? Number.NaN);
    const held = permits.reduce((sum, count) => sum + count, 0);
    expect(holders.size + extra, `the permits of ${pool}`).toBe(held);
    states.set(pool, { size, held, queue, holders });
  }
  const unfit = await redis.zrange(redisKey.heldExecutions('unfit'), '0', '-1');
  for (const [id, claims] of open) {
    const waits = (await redis.hget(redisKey.execution(id), 'waiting')) === '1';
    const queues = [...states].filter(([, { queue }]) => queue.includes(id));
    const isUnfit = unfit.includes(id);
    expect([id, queues.length + Number(isUnfit)]).toEqual([id, waits ? 1 : 0]);
    if (!waits) for (const [pool] of claims) expect([id, states.get(pool)?.holders.has(id)]).toEqual([id, true]);
    if (isUnfit) expect(claims.some(([pool, permits]) => permits > (sizes.get(pool) ?? 0))).toBe(true);
    for (const [pool, { size, held, queue, holders }] of queues) {
      expect(holders.has(id), `${id} holds what it waits for`).toBe(false);
      const permits = claims.find(([name]) => name === pool)?.[1] ?? 0;
      if (queue[0] === id) expect(held + permits, `the first one of ${pool} could start`).toBeGreaterThan(size);
    }
  }
}
