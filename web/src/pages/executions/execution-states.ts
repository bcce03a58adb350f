import type { ExecutionState } from '../../api/execution-queries.ts';

/** All states of executions, in the order of a life. */
export const executionStates: readonly ExecutionState[] = [
  'CREATED',
  'QUEUED',
  'RUNNING',
  'SUCCESS',
  'WARNING',
  'FAILED',
  'KILLED',
];
