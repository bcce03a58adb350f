import { isFileDescription } from '../../store/files/file-description.ts';
import { openStates } from '../record/execution-state.ts';
import type { ExecutionStore } from '../record/execution-store.ts';
import { iterateExecutions } from '../record/iterate-executions.ts';

/** The SHA-256 of every file of an execution that goes on. @throws {AppError} `store-unavailable` */
export async function filesInUse(store: Pick<ExecutionStore, 'inState'>): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for await (const { files = [], inputs } of iterateExecutions(openStates, store)) {
    for (const inputId of files) {
      const file = inputs[inputId];
      if (isFileDescription(file)) used.add(file.sha256);
    }
  }
  return used;
}
