import type { Caller } from '../../access/caller.ts';
import { poolWords, type PoolName } from '../../lifecycle/claims.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { PoolHold, RedisPools } from '../../store/executions/redis/redis-pools.ts';

/**
 * Names as the trouble of each held execution what holds it up, and why that takes time. It is not stored:
 * one execution can hold up thousands.
 * @throws {AppError} `store-unavailable`
 */
export async function explainHolding(
  records: readonly ExecutionRecord[],
  { pools, caller }: { readonly pools: Pick<RedisPools, 'holds'>; readonly caller: Caller },
): Promise<readonly ExecutionRecord[]> {
  const held = records.filter(({ phase }) => phase === 'held');
  const holds = await pools.holds(held.map(({ id }) => id));
  const byId = new Map(held.map(({ id }, index) => [id, holds[index]]));
  return records.map((record) => {
    const hold = byId.get(record.id);
    const trouble = hold && holdText(hold, caller);
    return trouble === undefined ? record : { ...record, trouble, troubleSince: hold?.since };
  });
}

/** @returns undefined if nothing holds it up any longer */
function holdText({ pool, position, holders, holder }: PoolHold, caller: Caller): string | undefined {
  if (holder === undefined) return undefined;
  const isHidden = !caller.may('read', holder.namespace);
  const one = isHidden ? 'an execution that you may not see' : `${holder.id}, ${holder.state} since ${holder.at}`;
  const ahead = position === 0 ? '' : ` ${position} ${position === 1 ? 'execution is' : 'executions are'} ahead of it.`;
  const trouble = isHidden || holder.trouble === undefined ? '' : ` ${holder.trouble}`;
  return `Held up by ${holdersText(pool, holders, isHidden ? one : { one })}.${ahead}${trouble}`;
}

function holdersText(pool: string, holders: number, holder: string | { readonly one: string }): string {
  const one = typeof holder === 'string' ? holder : `the execution ${holder.one}`;
  const which = typeof holder === 'string' ? holder : holder.one;
  const isFlow = pool.includes('/') && !pool.includes(':');
  if (isFlow) return holders === 1 ? one : `${holders} executions of the flow, the oldest of which is ${which}`;
  const users = holders === 1 ? one : `${holders} executions, the oldest of which is ${which}`;
  return `${poolWords(pool as PoolName)}, in use by ${users}`; // what is no flow is a pool
}
