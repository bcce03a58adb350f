import type { Caller } from '../../access/caller.ts';
import { isInCall } from '../../language/execution-plan/task-path.ts';
import type { TaskProgress } from '../../language/execution-plan/task-state.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { type WaitingFor } from '../../lifecycle/execution-phases.ts';
import { inPhase, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { ExecutionBrief } from '../../store/executions/record/execution-brief.ts';
import { mayDecide } from './decision-rule.ts';

/** The part of an execution that a caller may see. */
export type VisibleExecution = ExecutionRecord & {
  /** Whether something was omitted: the caller lacks the right to read it, or may not see flows that it ran. */
  readonly isPartial: boolean;
  /** Whether the caller may decide the approval for which it waits. */
  readonly mayDecide?: boolean | undefined;
};

/** An execution, or the violations in its values. */
export type RunOutcome = { readonly execution: VisibleExecution } | { readonly violations: readonly InputViolation[] };

/** An execution in a short list. */
export interface VisibleBrief extends Omit<ExecutionBrief, 'failure'> {
  readonly reason?: string | undefined;
  readonly failedTask?: string | undefined;
}

const keptBack =
  'The reason is hidden because it may name tasks of flows in namespaces where you have neither the read nor the execute right.';

/**
 * The part of an execution that a caller who may see its flow may see, in any response. Without the right to read, this
 * is only what they need to wait for it or stop it, and the values that they sent themselves. If it ran a flow that
 * they may not see, the result contains only its own tasks, without the tasks of subflows.
 */
export function visibleExecution(record: ExecutionRecord, caller: Caller): VisibleExecution {
  // Until it runs, a restart shows what it keeps.
  const tasks = record.tasks.length > 0 ? record.tasks : (record.earlierTasks ?? []);
  const visible = withoutHidden({ ...record, tasks }, caller);
  return record.waitingFor?.kind === 'approval' ? { ...visible, mayDecide: mayDecide(caller, record) } : visible;
}

/** Without what may tell of flows that a caller, who may read its own flow, may not see. */
export function visibleBrief({ failure, ...brief }: ExecutionBrief, caller: Caller): VisibleBrief {
  const { reason, failedTask, calledNamespaces = ['*'] } = failure ?? {};
  return calledNamespaces.every((namespace) => caller.sees(namespace)) ? { ...brief, reason, failedTask } : brief;
}

function withoutHidden(record: ExecutionRecord, caller: Caller): VisibleExecution {
  if (!caller.may('read', record.flow.namespace)) return withoutContent(record, caller);
  const parent = record.parent && caller.sees(record.parent.flow.namespace) ? record.parent : undefined;
  if (seesAll(record, caller)) return { ...record, parent, isPartial: false };
  const shown = inPhase({
    ...record,
    parent,
    subflows: record.subflows.filter(({ namespace }) => caller.sees(namespace)),
    tasks: record.tasks.filter(({ path }) => !isInCall(path, record.calls)).map(withoutReasons),
    failedTask: undefined,
    ...(isFromBuild(record) && { reason: keptBack }),
  });
  return { ...shown, isPartial: true };
}

/** Fields are listed, so that new ones are hidden. */
function withoutContent(record: ExecutionRecord, caller: Caller): VisibleExecution {
  const { id, flow, number, revision, state, history, actor, attempts, phase, engine, trigger, stop } = record;
  const { replayOf, restartOf, restartFrom, children, via } = record;
  // A replay or restart repeats values that the caller may not know.
  const isOwn =
    caller.identity !== undefined && actor === caller.subject && replayOf === undefined && restartOf === undefined;
  const { labels, inputs, messages } = isOwn ? record : nothing;
  const facts = { id, flow, number, revision, state, history, actor, attempts, phase, engine, trigger, stop };
  const { stoppingAt, traceparent, archivedAt, isUnsigned } = record;
  const shown = inPhase({
    ...facts,
    via,
    replayOf,
    restartOf,
    restartFrom,
    children,
    stoppingAt,
    traceparent,
    archivedAt,
    isUnsigned,
    waitingFor: withoutQuestion(record, caller),
    labels,
    inputs,
    messages,
    subflows: [],
    tasks: [],
  });
  return { ...shown, isPartial: true };
}

/** Only those who may decide see the question and its form. */
function withoutQuestion(record: ExecutionRecord, caller: Caller): WaitingFor | undefined {
  const { waitingFor } = record;
  if (waitingFor === undefined || mayDecide(caller, record)) return waitingFor;
  const { kind, task, since, until, signal, version } = waitingFor;
  return { kind, task, since, until, signal, version };
}

const nothing = { labels: {}, inputs: {}, messages: [] };

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
function isFromBuild({ reason, build, earlierBuilds, engine, state }: ExecutionRecord): boolean {
  const hasRun = [build, earlierBuilds, engine].some((trace) => trace !== undefined);
  return reason !== undefined && hasRun && (state === 'FAILED' || state === 'WARNING');
}
