import type { ExecutionState } from '../../execution/record/execution-state.ts';
import type { ExitStatus } from '../exit-status.ts';

/** The exit status after the end of an execution. WARNING counts as success. */
export function exitStatusOf(state: ExecutionState): ExitStatus {
  if (state === 'KILLED') return 3;
  return state === 'FAILED' ? 1 : 0;
}
