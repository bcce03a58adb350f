import { isFileDescription } from '../../files/file-description.ts';
import { openStates } from '../execution-state.ts';
import type { ExecutionStore } from '../execution-store.ts';

const pageSize = 200;

/** The SHA-256 of every file of an execution that goes on. */
export async function filesInUse(store: Pick<ExecutionStore, 'inState'>): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const state of openStates) {
    for (let after: string | undefined, isMore = true; isMore; ) {
      const page = await store.inState(state, { limit: pageSize, after });
      for (const { files = [], inputs } of page) {
        for (const inputId of files) {
          const file = inputs[inputId];
          if (isFileDescription(file)) used.add(file.sha256);
        }
      }
      after = page.at(-1)?.id;
      isMore = page.length === pageSize;
    }
  }
  return used;
}
