import { isFinal } from '../record/execution-state.ts';
import type { ExecutionStore } from '../record/execution-store.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const pageSize = 200;

/** Removes executions that were accepted more than so many days ago and have ended; none for 0 days. */
export async function removeOldExecutions(store: ExecutionStore, days: number, now: Date): Promise<void> {
  if (days === 0) return;
  const to = new Date(now.getTime() - days * dayMilliseconds);
  let after: string | undefined;
  do {
    const page = await store.list({ states: [], labels: [], to, after, limit: pageSize });
    for (const { id, state } of page.executions) if (isFinal(state)) await store.remove(id);
    after = page.next;
  } while (after !== undefined);
}
