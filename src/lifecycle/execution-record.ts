import type { JsonObject } from '../base/text/json-value.ts';
import type { Carried, SegmentStart } from '../language/execution-plan/segment.ts';
import type { TaskProgress } from '../language/execution-plan/task-state.ts';
import type { FlowKey } from '../language/flow/flow-key.ts';
import type { Decision } from '../language/flow/wait.ts';
import type { InputTypeName } from '../language/input-types/input-types.ts';
import type { FileDescription } from '../language/inputs/file-description.ts';
import type { InputNotice } from '../language/inputs/input-notice.ts';
import type { ParentOrigin, TriggerOrigin } from './execution-origin.ts';
import {
  fieldsOfOthers,
  type BuildReference,
  type PersonDecision,
  type Phase,
  type PhaseFields,
  type PhaseName,
  type WaitingFor,
} from './execution-phases.ts';
import type { ExecutionState } from './execution-state.ts';

/**
 * One run requested from Flowgate, or a build that was started by hand and adopted (docs/reference/executions.md), in
 * one of its phases.
 */
export type ExecutionRecord = AcceptedExecution & LastingProgress & Phase;

export type ExecutionIn<Name extends PhaseName> = Extract<ExecutionRecord, { readonly phase: Name }>;
export type EndedExecution = ExecutionIn<'ended'>;

/** The same, without what excludes each other: what is shown, stored or put together of it. */
export interface ExecutionFields extends AcceptedExecution, LastingProgress, Partial<PhaseFields> {
  readonly phase: PhaseName;
  readonly state: ExecutionState;
}

/** What is known of an execution, without what does not exist in its phase. */
export function inPhase(fields: ExecutionFields): ExecutionRecord {
  const others = fieldsOfOthers[fields.phase];
  const isOwn = others.every((name) => fields[name] === undefined);
  const own = isOwn ? fields : { ...fields, ...Object.fromEntries(others.map((name) => [name, undefined])) };
  return own as ExecutionRecord; // as its phase says
}

/** The part that is fixed once the execution is accepted. */
export interface AcceptedExecution {
  readonly id: string;
  readonly flow: FlowKey;
  /** Absent if the build of an adopted execution does not show which script it ran. */
  readonly revision?: number;
  /** The revisions of the called flows. */
  readonly subflows: readonly SubflowRevision[];
  /**
   * The paths of the tasks of the flow itself that call flows, without the labels of items; undefined without any, for
   * an adopted execution, and in records that are older than blocks.
   */
  readonly calls?: readonly string[];
  /**
   * The `sub` of the user; `schedule:<id>` or `webhook:<id>` for a trigger; `jenkins:<user>` for a build started by
   * hand.
   */
  readonly actor: string;
  /** The surface that the actor used; absent for the HTTP API and for triggers. */
  readonly via?: 'mcp';
  readonly labels: Readonly<Record<string, string>>;
  /** The value of each input that has one, including defaults; a secret is `****`, a file its FileDescription. */
  readonly inputs: JsonObject;
  /** The inputs whose values are files; for other inputs, a value that looks like a description is not a file. */
  readonly files?: readonly string[];
  /** The secret and file inputs whose values are their defaults. */
  readonly defaulted?: readonly string[];
  /** The messages of the checks that failed. */
  readonly messages: readonly CheckMessage[];
  /** Notices about the input values; absent without any. */
  readonly notices?: readonly InputNotice[];
  /** The execution that this one replays. */
  readonly replayOf?: string;
  /** The execution that this one restarts, and the id of the task at which it begins. */
  readonly restartOf?: string;
  readonly restartFrom?: string;
  /**
   * The people behind it, if not only the actor: who made the API token or the key of the webhook, and those behind the
   * executions that it repeats.
   */
  readonly starters?: readonly string[];
  /** The locks that it takes, with their names; undefined without any. */
  readonly locks?: readonly HeldLock[];
  /** From 0 to 100; undefined for the default. */
  readonly priority?: number;
  /** The trigger of the flow that started it. */
  readonly trigger?: TriggerOrigin;
  /** The execution that started it. */
  readonly parent?: ParentOrigin;
  /** The span that accepted it (W3C `traceparent`); absent without tracing. */
  readonly traceparent?: string;
}

export interface HeldLock {
  readonly name: string;
  readonly permits: number;
}

export interface SubflowRevision extends FlowKey {
  readonly revision: number;
  /** The types of its outputs by id, if a call of it is an execution of its own. */
  readonly outputs?: Readonly<Record<string, InputTypeName>>;
}

export interface CheckMessage {
  readonly message: string;
  readonly style: 'ERROR' | 'WARNING' | 'INFO' | 'SUCCESS';
}

/** The part that changes while the execution is open, and that outlasts its phases. */
export interface LastingProgress {
  /** Counts its changes, so that none is made without knowing the one before; 0 by default. */
  readonly version?: number;
  /** Counts the executions of its flow from 1; set by the store, undefined in older records. */
  readonly number?: number;
  /** Every state with its start time, the first one first. */
  readonly history: readonly StateChange[];
  /** The path of the task that failed first; undefined in older records. */
  readonly failedTask?: string;
  /** What is currently delaying it. */
  readonly trouble?: string;
  /** The start time of the trouble, ISO 8601 in UTC. */
  readonly troubleSince?: string;
  /** When it got the permits for which it was held last, ISO 8601; undefined if it has not. */
  readonly readyAt?: string;
  /** The name of the engine that runs it, set when it starts; undefined in Jenkins, see `engineOf`. */
  readonly engine?: string;
  /** The controller that was chosen when it was accepted, or instead of it; undefined for `defaultController`, see `controllerOf`. */
  readonly controller?: string;
  /** The controller that was chosen first, but was draining or down. */
  readonly insteadOf?: string;
  /** How many times a build, or a run on this machine, was requested. */
  readonly attempts: number;
  /** In the order of their starts, of all segments. */
  readonly tasks: readonly TaskProgress[];
  /** Its segment: the one that runs or, while it waits, the next one. Undefined for a first one from the first task. */
  readonly segment?: SegmentStart;
  /** The tasks of earlier segments, and those that are kept. Missing in lists. */
  readonly earlierTasks?: readonly TaskProgress[];
  /** The bytes of the stored log that belong to earlier segments; 0 by default. */
  readonly earlierLogBytes?: number;
  /** The builds of earlier segments, oldest first. */
  readonly earlierBuilds?: readonly BuildReference[];
  /** The files of the forms of approvals, by the ids of `formInputId`. */
  readonly formFiles?: Readonly<Record<string, FileDescription>>;
  /** Of a restart: the approvals that it keeps, by the ids of the tasks, and the executions in which they were given. */
  readonly keptApprovals?: Readonly<Record<string, string>>;
  /**
   * Digests of the secrets that were typed for it, by the names under which they are stored, if it can get approvals: a
   * restart that keeps one must have the same secrets.
   */
  readonly secretDigests?: Readonly<Record<string, string>>;
  /** The waits that have ended, oldest first. */
  readonly endedWaits?: readonly EndedWait[];
  /** Who requested the stop, and when. */
  readonly stop?: { readonly by: string; readonly at: string };
}

/** Null removes a value. */
export type ChangedFields = { readonly [Field in keyof ChangeableFields]?: ChangeableFields[Field] | null | undefined };

type ChangeableFields = Omit<LastingProgress, 'version' | 'number' | 'history'> &
  Omit<PhaseFields, 'children' | 'archivedAt' | 'isUnsigned'> & {
    /** Read with `RedisExecutionStore.carried`. */
    readonly carried: Carried;
  };

/** How a wait has ended. */
export interface EndedWait extends Pick<WaitingFor, 'kind' | 'task' | 'since' | 'message' | 'signal'> {
  readonly at: string;
  /** Of an approval. */
  readonly decision?: Decision;
  /** Those who decided, or sent the signal; empty after a timeout and for a time that came. */
  readonly by: readonly PersonDecision[];
  /** The values of the form or of the signal; secrets are masked. */
  readonly values?: JsonObject;
}

export interface StateChange {
  readonly state: ExecutionState;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** The other namespaces of the flows that an execution calls; `*` if only its build knows them. */
export function calledNamespaces({ flow, revision, subflows }: AcceptedExecution): readonly string[] {
  const others = subflows.map(({ namespace }) => namespace).filter((namespace) => namespace !== flow.namespace);
  return revision === undefined ? ['*'] : [...new Set(others)];
}

/** The values that engines pass, by input id. */
export function passedValues({ inputs, formFiles }: Pick<ExecutionRecord, 'inputs' | 'formFiles'>): JsonObject {
  return formFiles === undefined ? inputs : { ...inputs, ...formFiles };
}

/** The engine that runs, or ran, an execution; undefined until one has taken it. */
export function engineOf({ engine, build, queueItem, earlierBuilds }: EngineTraces): string | undefined {
  const traces = [build, queueItem, earlierBuilds];
  return engine ?? (traces.every((trace) => trace === undefined) ? undefined : unnamedEngine);
}

/** The controller of JENKINS_URL, and of executions whose record names none. */
export const defaultController = 'default';

/** The controller that runs an execution, if its engine has several. */
export function controllerOf({ controller }: Pick<ExecutionRecord, 'controller'>): string {
  return controller ?? defaultController;
}

type EngineTraces = Pick<ExecutionFields, 'engine' | 'build' | 'queueItem' | 'earlierBuilds'>;

/** The engine of executions whose record names none: it was the first one. */
export const unnamedEngine = 'jenkins';

/**
 * The name of the segment of an execution for which a build is requested; exactly one build has it. A first segment has
 * the id of the execution, as before there were others.
 */
export function segmentName(record: Pick<ExecutionRecord, 'id' | 'segment'>): string {
  const number = segmentNumber(record);
  return number === 1 ? record.id : `${record.id}/${number}`;
}

/** The number of the segment that runs or, while the execution waits, of the next one. */
export function segmentNumber({ segment }: Pick<ExecutionRecord, 'segment'>): number {
  return segment?.number ?? 1;
}

/**
 * Whether it can start without further permits. One that was stopped before its first segment needs none; later, its
 * final tasks need what it claims.
 */
export function mayStart(record: Pick<ExecutionRecord, 'phase' | 'stop' | 'segment'>): boolean {
  const { phase, stop } = record;
  return phase === 'queued' || (phase === 'held' && stop !== undefined && segmentNumber(record) === 1);
}

/** Why an execution that met a defect of Flowgate has failed. */
export const defectReason = 'Internal error; see the log of Flowgate.';

const executionPrefix = 'execution:';

/** The actor of what an execution does itself, such as stopping its child executions. */
export function executionActor(id: string): string {
  return `${executionPrefix}${id}`;
}

/** Why an execution that a user or its caller has stopped has ended. */
export function stopReason({ by }: NonNullable<LastingProgress['stop']>): string {
  return `Stopped by ${by.startsWith(executionPrefix) ? `the execution ${by.slice(executionPrefix.length)}` : by}.`;
}

/**
 * Limits a time of Jenkins' clock, which may differ from ours, so that the times of a record neither decrease nor lie
 * in the future.
 */
export function recordTime({ history }: Pick<ExecutionRecord, 'history'>, time: Date, now: Date): Date {
  const earliest = Date.parse(history.at(-1)?.at ?? '');
  return new Date(Math.min(Math.max(time.getTime(), earliest), now.getTime()));
}
