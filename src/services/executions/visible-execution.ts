import type { Caller } from '../../access/caller.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';

/** An execution as far as it is for somebody. */
export interface VisibleExecution extends ExecutionRecord {
  /** Whether flows ran as part of it that the caller may not see: what it tells of them is left out. */
  readonly isPartial: boolean;
}

const keptBack =
  'The reason is not for you to see: it may name tasks of flows in namespaces in which you may neither read nor execute.';

/**
 * What a caller may know of an execution whose flow they may see. Where it holds a flow that they may not see, they are told
 * of its own tasks alone, and nothing of what ran below those.
 */
export function visibleExecution(record: ExecutionRecord, caller: Caller): VisibleExecution {
  if (seesAll(record, caller)) return { ...record, isPartial: false };
  return {
    ...record,
    subflows: record.subflows.filter(({ namespace }) => caller.sees(namespace)),
    tasks: record.tasks.filter(({ path }) => !path.includes('/')),
    ...(isFromBuild(record) && { reason: keptBack }),
    isPartial: true,
  };
}

function seesAll({ revision, subflows }: ExecutionRecord, caller: Caller): boolean {
  if (!caller.isLimited) return true;
  // Of a build that was started by hand, only its script knows which flows it holds.
  return revision === undefined ? caller.sees('*') : subflows.every(({ namespace }) => caller.sees(namespace));
}

/** Whether its tasks have ended it: other reasons are Flowgate's own words, which tell nothing of hidden flows. */
function isFromBuild({ reason, build, state }: ExecutionRecord): boolean {
  return reason !== undefined && build !== undefined && (state === 'FAILED' || state === 'WARNING');
}
