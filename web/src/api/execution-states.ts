import type { Schema } from '../../../src/faces/api-client/operation-types.ts';

export type ExecutionState = Schema<'ExecutionState'>;

/** The states of an execution that has not ended. */
export const openStates = ['CREATED', 'QUEUED', 'RUNNING'] as const satisfies readonly ExecutionState[];

/** All states of executions, in the order of a life. */
export const executionStates: readonly ExecutionState[] = [...openStates, 'SUCCESS', 'WARNING', 'FAILED', 'KILLED'];

export function isFinal(state: ExecutionState): boolean {
  return !openStates.some((open) => open === state);
}
