import type { ExecutionState } from '../../execution/record/execution-state.ts';
import type { ExitStatus } from '../command.ts';

/** The exit status after the end of an execution. WARNING counts as success. */
export function exitStatusOf(state: ExecutionState): ExitStatus {
  if (state === 'KILLED') return 3;
  return state === 'FAILED' ? 1 : 0;
}

/** The exit status of a followed execution, for `--help`. */
export const followedStatusHelp = `Exit status: 0 for SUCCESS or WARNING (1 for WARNING with --strict), 1 for FAILED or rejected, 3 for KILLED, 2 when the
command could not do its work, 130 after Ctrl-C, which stops following but not the execution.`;
