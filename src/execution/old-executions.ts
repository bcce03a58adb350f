import { isFinal } from './record/execution-state.ts';
import type { ExecutionStore } from './record/execution-store.ts';

export interface OldExecutionsDeps {
  readonly store: Pick<ExecutionStore, 'list' | 'remove'>;
  readonly now: () => Date;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
const pageSize = 200;

/** Removes ended executions that were accepted more than this many days ago; none for 0 days. */
export async function removeOldExecutions(days: number, { store, now }: OldExecutionsDeps): Promise<void> {
  if (days === 0) return;
  const to = new Date(now().getTime() - days * dayMilliseconds);
  let after: string | undefined;
  do {
    const page = await store.list({ states: [], labels: [], to, after, limit: pageSize });
    for (const { id, state } of page.executions) if (isFinal(state)) await store.remove(id);
    after = page.next;
  } while (after !== undefined);
}
