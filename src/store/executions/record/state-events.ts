import type { ExecutionState } from '../../../lifecycle/execution-state.ts';

/**
 * A change of the state of an execution. WAITING: it has begun to wait for a person or a signal. RECOVERED: its success
 * is the first one after a failure of its flow.
 */
export interface StateEvent {
  readonly executionId: string;
  readonly namespace: string;
  /** Its position in the history of the execution, from 1. */
  readonly number: number;
  readonly state: ExecutionState | 'WAITING' | 'RECOVERED';
}

/**
 * The changes that receivers have not been notified of yet, oldest first. The store adds each in the same step as the
 * change itself, so none is lost if a process dies. There are at most `maxStateEvents`; beyond that, the oldest are
 * dropped and counted. Methods throw AppError `store-unavailable`.
 */
export interface StateEvents {
  first(count: number): Promise<readonly StateEvent[]>;
  remove(events: readonly StateEvent[]): Promise<void>;
  /** How many have been lost since the installation was created. */
  lost(): Promise<number>;
  /** Counts events that a receiver will not get. */
  countLost(events: number): Promise<void>;
}

export const maxStateEvents = 10_000;
