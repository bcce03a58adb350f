import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { WaitKind } from '../../../language/flow/wait.ts';
import type { Claim } from '../../../lifecycle/claims.ts';
import type { Step } from '../../../lifecycle/decide.ts';
import type { PhaseFields } from '../../../lifecycle/execution-phases.ts';
import type { AcceptedExecution, ChangedFields, ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { ExecutionState, FinalState } from '../../../lifecycle/execution-state.ts';
import type { Fence } from '../../leases/lease.ts';
import type { RevisionSource } from '../../revisions/flow-revision.ts';

/**
 * How many executions of one trigger that ended without a build are kept. A trigger fails until its flow is fixed, and
 * the newest executions are enough to see why.
 */
export const maxUnstarted = 20;
/** How many of the latest executions of a trigger are listed with it. */
export const maxLatest = 10;
/** How long it is known which execution a tick started, in milliseconds: longer than a tick can be made up for. */
export const tickLifetime = 31 * 24 * 60 * 60 * 1000;

/** What creates and changes executions, for `ExecutionLife` alone. Methods throw AppError `store-unavailable`. */
export interface LifeStore {
  /**
   * Of the executions of a trigger that ended without a build, only the newest are kept (`maxUnstarted`). A tick of a
   * schedule that has an execution is `repeated`.
   */
  create(creation: ExecutionCreation): Promise<CreationOutcome>;
  read(id: string): Promise<ExecutionRecord | undefined>;
  /**
   * Applies a step to the version of the record from which it was decided, in one atomic step together with its place in
   * every list; or changes nothing.
   * @param fence applied only if this lease has not passed to another holder
   */
  apply(record: ExecutionRecord, step: Step, fence?: Fence): Promise<StepOutcome>;
}

export interface ExecutionCreation {
  readonly accepted: AcceptedExecution;
  readonly source: RevisionSource;
  readonly at: Date;
  /** Strings by input ID that only the holder of the key can decrypt. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Ends it immediately, without a build. */
  readonly failure?: string;
  readonly concurrency?: { readonly limit: number; readonly behavior: 'QUEUE' | 'CANCEL' | 'FAIL' };
  /**
   * What it takes besides the slot of its flow, in the order of `inClaimOrder`: all or nothing, and until then it is held.
   * An adopted build takes them even if they are not free.
   */
  readonly claims?: readonly Claim[];
  /** Max pending executions, including this one; no limit by default. */
  readonly maxPending?: PendingLimits;
  /** A build that was started by hand. */
  readonly adopted?: Pick<PhaseFields, 'build'>;
  readonly idempotency?: IdempotencyDigests;
  /** Of an execution that does not begin with its first task, and where it runs. */
  readonly begin?: Pick<
    ChangedFields,
    | 'segment'
    | 'earlierTasks'
    | 'earlierBuilds'
    | 'carried'
    | 'formFiles'
    | 'keptApprovals'
    | 'secretDigests'
    | 'controller'
    | 'insteadOf'
  >;
  /** Executions that may hand on the approvals that a restart keeps, besides the one that is restarted. */
  readonly handedOnBy?: readonly string[];
  /** Of an execution that another one starts. */
  readonly child?: ChildCall;
  /** Creates it only if the revision and the source are the latest ones of the flow, which is not deleted. */
  readonly isOfLatest?: boolean;
}

/** The call with which an execution, its `parent`, starts another one, while it waits. */
interface ChildCall {
  /** Starts the same execution however often it is repeated: `<index>/<attempt>`. */
  readonly call: string;
  /** The version of the wait of the parent. */
  readonly version: number;
  /** Max children that are open, including this one; 0 for no limit. */
  readonly maxOpen: number;
  /** Whether the parent waits for its end. */
  readonly isAwaited: boolean;
}

export interface PendingLimits {
  readonly ofFlow?: number;
  /** The limit for the trigger that starts this one. */
  readonly ofTrigger?: number;
}

/** The same key with the same digest identifies the same execution. */
export interface IdempotencyDigests {
  /** Unique across all users and flows. */
  readonly key: string;
  /** Of everything in the client's request. */
  readonly digest: string;
  readonly lifetimeSeconds: number;
}

export type CreationOutcome =
  | { readonly outcome: 'created'; readonly record: ExecutionRecord }
  | KnownExecution
  /** The flow, or the trigger, has the max number of pending executions; nothing was created. */
  | { readonly outcome: 'flow-full' }
  | { readonly outcome: 'trigger-full' }
  /** With `child`: the parent waits no longer, or its children are to stop; or it has the max number of open ones. */
  | { readonly outcome: 'parent-left' }
  | { readonly outcome: 'parent-full' }
  | UnusableApproval
  /** With `isOfLatest`: the flow has another revision now, or was deleted; nothing was created. */
  | { readonly outcome: 'flow-changed' };

/**
 * A restart keeps an approval of the task that another execution, `user`, uses now, used last or has succeeded with; or
 * the execution that got it is archived or gone. Nothing was created.
 */
export interface UnusableApproval {
  readonly outcome: 'approval-in-use' | 'approval-moved' | 'approval-spent' | 'approval-gone';
  readonly task: string;
  readonly user: string;
}

/** The key was used before, with the same digest (`repeated`) or another one (`conflict`). */
export interface KnownExecution {
  readonly outcome: 'repeated' | 'conflict';
  readonly id: string;
}

export type StepOutcome =
  | {
      readonly outcome: 'applied';
      readonly version: number;
      /** Whether it has to wait for permits. */
      readonly isHeld: boolean;
      /** The executions that may start now. */
      readonly released: readonly string[];
    }
  /** Another step came first; the lease has passed to another holder; it is `before` no longer. */
  | { readonly outcome: 'missing' | 'conflict' | 'fenced' | 'late' };

export interface ExecutionQuery {
  readonly namespace?: string;
  readonly flowId?: string;
  /** Any of them. */
  readonly states: readonly ExecutionState[];
  readonly actor?: string;
  /** Only those that this execution started. */
  readonly parent?: string;
  /** Only those that wait for one of these. */
  readonly waitingFor?: readonly WaitKind[];
  /** Only these. */
  readonly ids?: readonly string[];
  /** All of them must be present. */
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  /** Accepted at this time or later. */
  readonly from?: Date;
  /** Accepted before this time. */
  readonly to?: Date;
  readonly limit: number;
  /** The ID at which the previous page ended. */
  readonly after?: string;
  /** Leaves out the executions of every flow for which it returns false. */
  readonly isShown?: (flow: FlowKey) => boolean;
  /** Leaves out the executions for which it returns false. */
  readonly isAnswer?: (record: ExecutionRecord) => boolean;
}

/** @typeParam Execution the whole record, or the part that a caller may see */
export interface ExecutionPage<Execution = ExecutionRecord> {
  /** In a list, the newest first, without tasks. A page can contain fewer than `limit` items although more follow. */
  readonly executions: readonly Execution[];
  /** Absent on the last page. */
  readonly next?: string;
  /** Whether it lacks executions, because a part of the index of the archive is damaged. */
  readonly isIncomplete?: boolean;
}

/** The executions in a state, without those that wait; those that wait for something; those in a state that wait for a pool. */
export type OpenIndex = ExecutionState | WaitKind | HeldIndex;
export const heldIndexes = ['held:CREATED', 'held:QUEUED'] as const;
type HeldIndex = (typeof heldIndexes)[number];

/** The indexes that contain an execution. */
export type ExecutionScope =
  | 'all'
  | `namespace:${string}`
  | `flow:${string}`
  | `actor:${string}`
  | `parent:${string}`
  | `state:${ExecutionState}`
  /** Instead of `all` and `state`. */
  | `archived:${FinalState}`
  | `held:${ExecutionState}`
  | `waits:${WaitKind}`
  | `label:${string}`;

export function flowScope(flow: FlowKey): ExecutionScope {
  return `flow:${flowName(flow)}`;
}
