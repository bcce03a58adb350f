import type { WaitEnd } from '../../../language/execution-plan/segment.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';

/** A wait for executions that another one starts. */
export type ChildWait = Pick<ExecutionRecord, 'id'> & { readonly version: number };

/** Why a parent starts no others: so its wait ends with this, or with the results once one item has failed. */
export type ChildCancellation = WaitEnd | 'first-failure';

/** What a parent has to do now. */
export interface ChildWork {
  /** The items before this one have been started. */
  readonly next: number;
  /** Why no others start; undefined if they do. */
  readonly cancel: ChildCancellation | undefined;
  readonly open: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Calls that have ended, or are to be repeated, now or later, including those in `calls`. */
  readonly left: number;
  readonly calls: readonly ChildCallDue[];
}

/** A call that is due: of a child that has ended or, without one, that starts now. */
export interface ChildCallDue {
  readonly index: number;
  /** From 1. */
  readonly attempt: number;
  readonly child: string | undefined;
}

export interface WorkQuery {
  /** The number of items. */
  readonly total: number;
  /** The items that an earlier execution has run. */
  readonly kept: number;
  /** Max children that are open. */
  readonly maxOpen: number;
  /** When the wait ends by itself. */
  readonly deadline: Date | undefined;
  readonly now: Date;
}

/** The name of a call, which a parent makes once. */
export function callName({ index, attempt }: Pick<ChildCallDue, 'index' | 'attempt'>): string {
  return `${index}/${attempt}`;
}
