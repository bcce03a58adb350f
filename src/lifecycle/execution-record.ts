import type { JsonObject, JsonValue } from '../base/text/json-value.ts';
import type { Carried, SegmentStart } from '../language/execution-plan/segment.ts';
import type { ItemCounts, TaskProgress } from '../language/execution-plan/task-state.ts';
import type { FlowKey } from '../language/flow/flow-key.ts';
import type { Approvers, Decision, WaitKind } from '../language/flow/wait.ts';
import type { InputTypeName } from '../language/input-types/input-types.ts';
import type { FileDescription } from '../language/inputs/file-description.ts';
import type { InputNotice } from '../language/inputs/input-notice.ts';
import type { ParentOrigin, TriggerOrigin } from './execution-origin.ts';
import { isFinal, type ExecutionState, type FinalState, type PendingState } from './execution-state.ts';
import type { SentStop } from './sent-stop.ts';

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

/** What an execution has only in some of its phases. */
export interface PhaseFields {
  /** The number of Jenkins' queue item. */
  readonly queueItem: number;
  readonly build: BuildReference;
  /** Whether its build reports that it has seen a stop; undefined if its script is unknown. */
  readonly announcesStop: boolean;
  /** The latest stop call to its build, recorded before it is sent. */
  readonly sentStop: SentStop;
  /** When Flowgate saw that the build has begun to stop, ISO 8601; its final tasks run from then on. */
  readonly stoppingAt: string;
  /** Why Flowgate itself ends the build. */
  readonly abandoned: { readonly reason: string; readonly at: string };
  readonly waitingFor: WaitingFor;
  /** How far the executions are for which it waits. */
  readonly children: ChildCounts;
  /** Why the execution failed or was ended. */
  readonly reason: string;
  /** With their declared types. */
  readonly outputs: JsonObject;
  /** The artifacts in Jenkins whose paths contain secrets: by a digest of the path, the path that users see. */
  readonly artifactNames: Readonly<Record<string, string>>;
  /** When it was archived, ISO 8601 in UTC. */
  readonly archivedAt: string;
  /** Whether its archived record could have been changed: it is not signed with the key of this installation. */
  readonly isUnsigned: true;
}

const ofBuild = ['queueItem', 'build', 'announcesStop', 'sentStop', 'stoppingAt', 'abandoned'] as const;

/**
 * The phases of an execution, and what exists only in some of them.
 *
 * - held: it needs permits that it has not got yet: of its flow, of locks, of its namespace or its controller
 * - queued: it has its permits, and gets the next free executor
 * - running: an executor runs one of its segments
 * - waiting: it waits for a person, a signal, a time or other executions, without an executor
 * - ended: it has a final state, which never changes
 */
const fieldsOfPhase = {
  held: [],
  queued: ofBuild,
  running: ofBuild,
  waiting: ['waitingFor', 'children'],
  ended: [...ofBuild, 'reason', 'outputs', 'artifactNames', 'archivedAt', 'isUnsigned'],
} as const satisfies Readonly<Record<string, readonly (keyof PhaseFields)[]>>;
export type PhaseName = keyof typeof fieldsOfPhase;
export const phases = Object.keys(fieldsOfPhase) as readonly PhaseName[]; // the keys of a constant

type InPhase<Name extends PhaseName, State extends ExecutionState, Required extends keyof PhaseFields = never> = {
  readonly phase: Name;
  readonly state: State;
} & {
  readonly [Field in Required]: PhaseFields[Field];
} & {
  readonly [Field in Exclude<(typeof fieldsOfPhase)[Name][number], Required>]?: PhaseFields[Field] | undefined;
} & {
  readonly [Field in Exclude<keyof PhaseFields, (typeof fieldsOfPhase)[Name][number]>]?: undefined;
};

type Phase =
  | InPhase<'held', PendingState>
  | InPhase<'queued', PendingState>
  | InPhase<'running', 'RUNNING'>
  | InPhase<'waiting', 'RUNNING', 'waitingFor'>
  | InPhase<'ended', FinalState>;

/** Null removes a value. */
export type ChangedFields = { readonly [Field in keyof ChangeableFields]?: ChangeableFields[Field] | null | undefined };

type ChangeableFields = Omit<LastingProgress, 'version' | 'number' | 'history'> &
  Omit<PhaseFields, 'children' | 'archivedAt' | 'isUnsigned'> & {
    /** Read with `RedisExecutionStore.carried`. */
    readonly carried: Carried;
  };

/** The phase that a state and what is known besides it show. */
export function phaseOf(state: ExecutionState, { isHeld, waits }: { isHeld: boolean; waits: boolean }): PhaseName {
  if (isFinal(state)) return 'ended';
  if (state === 'RUNNING') return waits ? 'waiting' : 'running';
  return isHeld ? 'held' : 'queued';
}

/** What is known of an execution, without what does not exist in its phase. */
export function inPhase(fields: ExecutionFields): ExecutionRecord {
  const others = fieldsOfOthers[fields.phase];
  const isOwn = others.every((name) => fields[name] === undefined);
  const own = isOwn ? fields : { ...fields, ...Object.fromEntries(others.map((name) => [name, undefined])) };
  return own as ExecutionRecord; // as its phase says
}

const ofSomePhases = [...new Set(Object.values(fieldsOfPhase).flat())];
const fieldsOfOthers = Object.fromEntries(
  phases.map((phase) => {
    const own: readonly string[] = fieldsOfPhase[phase];
    return [phase, ofSomePhases.filter((name) => !own.includes(name))];
  }),
) as unknown as Readonly<Record<PhaseName, readonly (keyof PhaseFields)[]>>; // an entry for every phase

/** What an execution waits for. Message and form are fixed when the wait begins. Times are ISO 8601 in UTC. */
export interface WaitingFor {
  readonly kind: WaitKind;
  /** The id of the task, of the flow's `tasks`. */
  readonly task: string;
  readonly since: string;
  /** When it ends by itself. */
  readonly until?: string;
  /** Of an approval. */
  readonly message?: string;
  readonly approvers?: Approvers;
  /** The inputs of the form as the author declares them, without the defaults of secrets; undefined without a form. */
  readonly inputs?: readonly JsonValue[];
  /** The JSON Schema of their values. */
  readonly schema?: JsonObject;
  /** Those who have approved, while more must. */
  readonly approvals?: readonly PersonDecision[];
  /** Of a signal: its name. */
  readonly signal?: string;
  /** Whether the execution keeps its locks meanwhile. */
  readonly holdsLocks?: true;
  /** Grows with every change: a change requires that no other one came first. */
  readonly version: number;
}

/** The executions that an execution starts and waits for, now or later. */
export interface ChildCounts extends ItemCounts {
  /** Those that have been started and have not ended. */
  readonly open: number;
  /** Those that have failed and start again, and when the next one does, ISO 8601 in UTC. */
  readonly retrying?: number;
  readonly retryAt?: string;
}

export interface PersonDecision {
  /** The user; for an API token, its creator. */
  readonly by: string;
  readonly at: string;
  /** The actor, if it was an API token. */
  readonly token?: string;
}

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

export interface BuildReference {
  readonly number: number;
  readonly url: string;
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
