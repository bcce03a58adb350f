import type { JsonObject, JsonValue } from '../base/text/json-value.ts';
import type { ItemCounts } from '../language/execution-plan/task-state.ts';
import type { Approvers, WaitKind } from '../language/flow/wait.ts';
import { isFinal, type ExecutionState, type FinalState, type PendingState } from './execution-state.ts';
import type { SentStop } from './sent-stop.ts';

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

export type Phase =
  | InPhase<'held', PendingState>
  | InPhase<'queued', PendingState>
  | InPhase<'running', 'RUNNING'>
  | InPhase<'waiting', 'RUNNING', 'waitingFor'>
  | InPhase<'ended', FinalState>;

/** The phase that a state and what is known besides it show. */
export function phaseOf(state: ExecutionState, { isHeld, waits }: { isHeld: boolean; waits: boolean }): PhaseName {
  if (isFinal(state)) return 'ended';
  if (state === 'RUNNING') return waits ? 'waiting' : 'running';
  return isHeld ? 'held' : 'queued';
}

const ofSomePhases = [...new Set(Object.values(fieldsOfPhase).flat())];

/** What does not exist in each phase. */
export const fieldsOfOthers = Object.fromEntries(
  phases.map((phase) => {
    const own: readonly string[] = fieldsOfPhase[phase];
    return [phase, ofSomePhases.filter((name) => !own.includes(name))];
  }),
) as unknown as Readonly<Record<PhaseName, readonly (keyof PhaseFields)[]>>; // an entry for every phase

export interface BuildReference {
  readonly number: number;
  readonly url: string;
}

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
