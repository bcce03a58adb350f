import { waitKinds } from '../../language/flow/wait.ts';
import { isFileDescription } from '../../language/inputs/file-description.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { openStates } from '../../lifecycle/execution-state.ts';
import { heldIndexes, type ExecutionQuery, type OpenIndex } from './record/execution-store.ts';
import type { RedisExecutionStore } from './redis/redis-execution-store.ts';

const pageSize = 500;
const listSize = 200;

/** All executions of the given indexes, oldest first. @throws {AppError} `store-unavailable` */
export async function* iterateExecutions(
  states: readonly OpenIndex[],
  store: Pick<RedisExecutionStore, 'inState'>,
): AsyncGenerator<ExecutionRecord> {
  for (const state of states) {
    let after: string | undefined;
    do {
      const page = await store.inState(state, { limit: pageSize, after });
      yield* page.executions;
      after = page.next;
    } while (after !== undefined);
  }
}

/**
 * All open executions, some of them twice: one that begins or ends to wait meanwhile is found before or after it.
 * @throws {AppError} `store-unavailable`
 */
export function iterateOpen(store: Pick<RedisExecutionStore, 'inState'>): AsyncGenerator<ExecutionRecord> {
  const waiting = [...waitKinds, ...heldIndexes];
  return iterateExecutions([...waiting, ...openStates, ...waiting], store);
}

/** All executions that a query finds, without tasks, the newest first. @throws {AppError} `store-unavailable` */
export async function* iterateListed(
  query: Omit<ExecutionQuery, 'limit' | 'after'>,
  store: Pick<RedisExecutionStore, 'list'>,
): AsyncGenerator<ExecutionRecord> {
  let after: string | undefined;
  do {
    const page = await store.list({ ...query, after, limit: listSize });
    yield* page.executions;
    after = page.next;
  } while (after !== undefined);
}

/** The SHA-256 digests of all files of open executions. @throws {AppError} `store-unavailable` */
export async function filesInUse(store: Pick<RedisExecutionStore, 'inState'>): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for await (const { files = [], inputs, formFiles = {} } of iterateOpen(store)) {
    for (const { sha256 } of Object.values(formFiles)) used.add(sha256);
    for (const inputId of files) {
      const file = inputs[inputId];
      if (isFileDescription(file)) used.add(file.sha256);
    }
  }
  return used;
}
