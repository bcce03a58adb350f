import { inGroups } from '../../../base/text/in-groups.ts';
import { executionActor, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { openStates } from '../../../lifecycle/execution-state.ts';
import type { RedisExecutionStore } from '../../../store/executions/redis/redis-execution-store.ts';
import type { ExecutionStopper } from '../stop/execution-stopper.ts';

const pageSize = 100;
const stopsAtOnce = 10;

/** Stops the open executions for which an execution waits. @throws {AppError} store-unavailable and others that pass */
export async function stopChildren(
  record: ExecutionRecord,
  { store, stopper }: { readonly store: RedisExecutionStore; readonly stopper: Pick<ExecutionStopper, 'stop'> },
): Promise<void> {
  const task = record.waitingFor?.task ?? '';
  const by = record.stop?.by ?? executionActor(record.id);
  let after: string | undefined;
  do {
    const page = await store.list({ parent: record.id, states: openStates, labels: [], limit: pageSize, after });
    const found = page.executions.filter(
      ({ parent, stop }) => stop === undefined && parent?.task.split('/')[0] === task,
    );
    await inGroups(found, stopsAtOnce, ({ id }) => stopper.stop(id, by));
    after = page.next;
  } while (after !== undefined);
}
