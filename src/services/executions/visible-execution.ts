import type { Caller } from '../../access/caller.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { TaskProgress } from '../../plan/task-state.ts';

/** An execution, as far as a caller may see it. */
export interface VisibleExecution extends ExecutionRecord {
  /** Whether it ran flows that the caller may not see; the details of those are left out. */
  readonly isPartial: boolean;
}

const keptBack =
  'The reason is hidden because it may name tasks of flows in namespaces where you have neither the read nor the execute right.';

/**
 * The part of an execution that a caller who may see its flow may see. If it ran a flow that they may not see, the
 * result contains only its own tasks, without the tasks of subflows.
 */
export function visibleExecution(record: ExecutionRecord, caller: Caller): VisibleExecution {
  if (seesAll(record, caller)) return { ...record, isPartial: false };
  return {
    ...record,
    subflows: record.subflows.filter(({ namespace }) => caller.sees(namespace)),
    tasks: record.tasks.filter(({ path }) => !path.includes('/')).map(withoutReasons),
    ...(isFromBuild(record) && { reason: keptBack }),
    isPartial: true,
  };
}

/** A task that calls a flow fails with the reason of a task of that flow. */
function withoutReasons(task: TaskProgress): TaskProgress {
  const attempts = task.attempts?.map((attempt) => ({ ...attempt, reason: undefined }));
  return { ...task, reason: undefined, ...(attempts !== undefined && { attempts }) };
}

function seesAll({ revision, subflows }: ExecutionRecord, caller: Caller): boolean {
  if (!caller.isLimited) return true;
  // For a build that was started by hand, only its script knows which flows it contains.
  return revision === undefined ? caller.sees('*') : subflows.every(({ namespace }) => caller.sees(namespace));
}

/**
 * Whether its tasks decided how it ended; other reasons are Flowgate's own messages, which reveal nothing about hidden
 * flows.
 */
function isFromBuild({ reason, build, engine, state }: ExecutionRecord): boolean {
  const hasRun = build !== undefined || engine === 'local';
  return reason !== undefined && hasRun && (state === 'FAILED' || state === 'WARNING');
}
