import type { ExecutionRecord } from './execution-record.ts';
import type { ExecutionState } from './execution-state.ts';
import type { ExecutionStore } from './execution-store.ts';

const pageSize = 500;

/** All executions in some states, those of one state after those of another, the oldest first. @throws {AppError} `store-unavailable` */
export async function* iterateExecutions(
  states: readonly ExecutionState[],
  store: Pick<ExecutionStore, 'inState'>,
): AsyncGenerator<ExecutionRecord> {
  for (const state of states) {
    for (let after: string | undefined, isMore = true; isMore;) {
      const page = await store.inState(state, { limit: pageSize, after });
      yield* page;
      after = page.at(-1)?.id;
      isMore = page.length === pageSize;
    }
  }
}
