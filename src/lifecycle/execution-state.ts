/**
 * CREATED: Flowgate has accepted it; QUEUED: it was passed to an engine, or goes on after a wait; RUNNING: it runs or waits.
 * The others are final; WARNING is Jenkins' UNSTABLE (docs/reference/executions.md).
 */
export const executionStates = ['CREATED', 'QUEUED', 'RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'KILLED'] as const;
export type ExecutionState = (typeof executionStates)[number];

/** The states of an execution that has not ended. */
export const openStates = ['CREATED', 'QUEUED', 'RUNNING'] as const satisfies readonly ExecutionState[];
/** The states of an execution whose build Jenkins has not started. */
export const pendingStates = ['CREATED', 'QUEUED'] as const satisfies readonly ExecutionState[];
export type PendingState = (typeof pendingStates)[number];

export type FinalState = Exclude<ExecutionState, (typeof openStates)[number]>;

export const finalStates = ['SUCCESS', 'WARNING', 'FAILED', 'KILLED'] as const satisfies readonly FinalState[];

/** Whether it has ended, but not in SUCCESS. */
export function isUnsuccessful(state: ExecutionState): boolean {
  return isFinal(state) && state !== 'SUCCESS';
}

export function isFinal(state: ExecutionState): state is FinalState {
  return !(openStates as readonly ExecutionState[]).includes(state); // widened to accept any state
}
