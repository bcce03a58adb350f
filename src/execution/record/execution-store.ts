import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { TriggerKey } from '../../store/triggers/trigger-key.ts';
import type { RevisionSource } from '../../store/revisions/flow-revision.ts';
import type { AcceptedExecution, ExecutionProgress, ExecutionRecord } from './execution-record.ts';
import type { ExecutionState } from './execution-state.ts';
import type { Fence } from './lease.ts';

/**
 * How many executions of one trigger are kept that have ended without a build. A trigger goes on failing for as long as
 * nobody puts its flow right, and the newest ones say all there is to say.
 */
export const maxUnstarted = 20;

/**
 * Keeps executions. Each change is one atomic step together with its place in every list, and a final state never
 * changes again. All methods throw AppError `store-unavailable` at once while the store cannot be reached.
 */
export interface ExecutionStore {
  /** Of a trigger's executions that have ended without a build, only the newest are kept (`maxUnstarted`). */
  create(creation: ExecutionCreation): Promise<CreationOutcome>;
  /** What an idempotency key stands for; undefined for a new one. */
  claim(key: string): Promise<{ readonly digest: string; readonly id: string } | undefined>;
  read(id: string): Promise<ExecutionRecord | undefined>;
  /** The document that the execution runs, byte for byte. */
  source(id: string): Promise<RevisionSource | undefined>;
  change(id: string, change: ExecutionChange): Promise<ChangeOutcome>;
  list(query: ExecutionQuery): Promise<ExecutionPage>;
  /** Up to `limit` executions in a state, the oldest first, beginning behind the id `after`. */
  inState(
    state: ExecutionState,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<readonly ExecutionRecord[]>;
  /** The executions that take up the places of a flow's `concurrency`, the oldest first. */
  holders(flow: FlowKey): Promise<readonly ExecutionRecord[]>;
  /** How many executions there are in a state. */
  count(state: ExecutionState): Promise<number>;
  /** How many executions of a trigger are pending: Jenkins has not begun their builds. */
  pendingOfTrigger(trigger: TriggerKey): Promise<number>;
  /** The sealed secrets of an execution by input id; none when it has none, or ended. */
  secrets(id: string): Promise<Readonly<Record<string, string>>>;
  /** Removes an ended execution with everything that is kept of it. */
  remove(id: string): Promise<void>;
}

export interface ExecutionCreation {
  readonly accepted: AcceptedExecution;
  readonly source: RevisionSource;
  readonly at: Date;
  /** Input id to a text that only the holder of the key can read. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Ends it at once, without a build. */
  readonly failure?: string;
  readonly concurrency?: { readonly limit: number; readonly behavior: 'QUEUE' | 'CANCEL' | 'FAIL' };
  /** How many executions may be pending, with this one; no limit when absent. */
  readonly maxPending?: PendingLimits;
  /** A build that was started by hand. */
  readonly adopted?: Pick<ExecutionProgress, 'build'>;
  readonly idempotency?: IdempotencyClaim;
}

export interface PendingLimits {
  readonly ofFlow?: number;
  /** Of the trigger that starts this one. */
  readonly ofTrigger?: number;
}

/** The same key with the same digest stands for the same execution. */
export interface IdempotencyClaim {
  /** Unique among all users and flows. */
  readonly key: string;
  /** Of everything that the client asked for. */
  readonly digest: string;
  readonly lifetimeSeconds: number;
}

export type CreationOutcome =
  | { readonly outcome: 'created'; readonly id: string }
  | KnownExecution
  /** As many executions of the flow, or of the trigger, are pending as may be; nothing was made. */
  | { readonly outcome: 'flow-full' }
  | { readonly outcome: 'trigger-full' };

/** The key was used before, with the same digest (`repeated`) or another one (`conflict`). */
export interface KnownExecution {
  readonly outcome: 'repeated' | 'conflict';
  readonly id: string;
}

export interface ExecutionChange {
  /** The change is made only in one of these states. */
  readonly from: readonly ExecutionState[];
  /** The change is made only while it waits for another execution of its flow. */
  readonly isWaiting?: true;
  /** The state stays when absent. */
  readonly to?: ExecutionState;
  readonly at: Date;
  /** null takes a value away. */
  readonly fields?: ChangedFields;
  /** Rejects the change of somebody whose lease has passed to another. */
  readonly fence?: Fence;
}

type ChangeableFields = Omit<ExecutionProgress, 'state' | 'history' | 'waiting' | 'troubleSince'>;
export type ChangedFields = { readonly [Field in keyof ChangeableFields]?: ChangeableFields[Field] | null };

export type ChangeOutcome =
  /** `released` are executions whose turn it is, now that this one has ended. */
  | { readonly outcome: 'changed'; readonly released: readonly string[] }
  | { readonly outcome: 'missing' | 'fenced' }
  | { readonly outcome: 'other-state'; readonly state: ExecutionState };

export interface ExecutionQuery {
  readonly namespace?: string;
  readonly flowId?: string;
  /** Any of them. */
  readonly states: readonly ExecutionState[];
  /** All of them must be there. */
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  /** Accepted at this time or later. */
  readonly from?: Date;
  /** Accepted before this time. */
  readonly to?: Date;
  readonly limit: number;
  /** The id at which the page before ended. */
  readonly after?: string;
  /** Leaves out the executions of every flow for which it does not hold. */
  readonly isShown?: (flow: FlowKey) => boolean;
}

/** @typeParam Execution the whole record, or what of it is for somebody */
export interface ExecutionPage<Execution = ExecutionRecord> {
  /** The newest first; without tasks. A page can hold less than `limit` although more follow. */
  readonly executions: readonly Execution[];
  /** Absent on the last page. */
  readonly next?: string;
}

/** The indexes that a flow's executions are found by. */
export type ExecutionScope =
  'all' | `namespace:${string}` | `flow:${string}` | `state:${ExecutionState}` | `label:${string}`;

export function flowScope(flow: FlowKey): ExecutionScope {
  return `flow:${flowName(flow)}`;
}
