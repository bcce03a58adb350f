import type { ExecutionRemover } from './execution-remover.ts';
import { isFinal } from './record/execution-state.ts';
import type { ExecutionStore } from './record/execution-store.ts';
import { iterateListed } from './record/iterate-executions.ts';

export interface OldExecutionsDeps {
  readonly store: Pick<ExecutionStore, 'list'>;
  readonly remover: Pick<ExecutionRemover, 'remove'>;
  readonly now: () => Date;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Removes ended executions that were accepted more than this many days ago; 0 removes none. Ends early when the signal
 * aborts.
 * @returns how many
 */
export async function removeOldExecutions(
  days: number,
  { store, remover, now }: OldExecutionsDeps,
  signal: AbortSignal,
): Promise<number> {
  if (days === 0) return 0;
  const to = new Date(now().getTime() - days * dayMilliseconds);
  let count = 0;
  for await (const { id, state } of iterateListed({ states: [], labels: [], to }, store)) {
    if (signal.aborted) break;
    if (!isFinal(state)) continue;
    await remover.remove(id);
    count += 1;
  }
  return count;
}
