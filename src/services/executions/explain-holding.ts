import type { Caller } from '../../access/caller.ts';
import { poolWords } from '../../execution/held-executions.ts';
import type { PoolName } from '../../execution/record/claims.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { PoolStore, PoolWait } from '../../execution/record/pool-store.ts';

/**
 * Names as the trouble of each execution that waits for a pool who holds it, and why that takes time. It is not stored:
 * thousands can wait for one execution.
 * @throws {AppError} `store-unavailable`
 */
export async function explainHolding(
  records: readonly ExecutionRecord[],
  { pools, caller }: { readonly pools: Pick<PoolStore, 'waits'>; readonly caller: Caller },
): Promise<readonly ExecutionRecord[]> {
  const held = records.filter(({ phase }) => phase === 'held');
  const waits = await pools.waits(held.map(({ id }) => id));
  const byId = new Map(held.map(({ id }, index) => [id, waits[index]]));
  return records.map((record) => {
    const wait = byId.get(record.id);
    const trouble = wait && waitText(wait, caller);
    return trouble === undefined ? record : { ...record, trouble, troubleSince: wait?.since };
  });
}

/** @returns undefined if it no longer has to wait */
function waitText({ pool, position, holders, holder }: PoolWait, caller: Caller): string | undefined {
  if (holder === undefined) return undefined;
  const isHidden = !caller.may('read', holder.namespace);
  const one = isHidden ? 'an execution that you may not see' : `${holder.id}, ${holder.state} since ${holder.at}`;
  const ahead = position === 0 ? '' : ` ${position} ${position === 1 ? 'execution is' : 'executions are'} ahead of it.`;
  const trouble = isHidden || holder.trouble === undefined ? '' : ` ${holder.trouble}`;
  return `Waiting for ${holdersText(pool, holders, isHidden ? one : { one })}.${ahead}${trouble}`;
}

function holdersText(pool: string, holders: number, holder: string | { readonly one: string }): string {
  const one = typeof holder === 'string' ? holder : `the execution ${holder.one}`;
  const which = typeof holder === 'string' ? holder : holder.one;
  const isFlow = pool.includes('/') && !pool.includes(':');
  if (isFlow) return holders === 1 ? one : `one of ${holders} executions of the flow, the oldest of which is ${which}`;
  const held = holders === 1 ? one : `${holders} executions, the oldest of which is ${which}`;
  return `${poolWords(pool as PoolName)}, held by ${held}`; // what is no flow is a pool
}
