import { Caller } from '../../access/caller.ts';
import { executionActor, type ExecutionRecord } from '../../execution/record/execution-record.ts';
import { openStates } from '../../execution/record/execution-state.ts';
import type { ExecutionStore } from '../../execution/record/execution-store.ts';
import { AppError } from '../../problem/app-error.ts';
import { inGroups } from '../../text/in-groups.ts';
import type { ExecutionService } from '../executions/execution-service.ts';

const pageSize = 100;
const stopsAtOnce = 10;

/** Stops the open executions for which an execution waits. @throws {AppError} store-unavailable and others that pass */
export async function stopChildren(
  record: ExecutionRecord,
  { store, executions }: { readonly store: ExecutionStore; readonly executions: Pick<ExecutionService, 'stop'> },
): Promise<void> {
  const task = record.waitingFor?.task ?? '';
  const by = record.stop?.by ?? executionActor(record.id);
  let after: string | undefined;
  do {
    const page = await store.list({ parent: record.id, states: openStates, labels: [], limit: pageSize, after });
    const found = page.executions.filter(
      ({ parent, stop }) => stop === undefined && parent?.task.split('/')[0] === task,
    );
    await inGroups(found, stopsAtOnce, async ({ id, flow }) => {
      await executions.stop(id, Caller.trusted(by, flow.namespace)).catch(ignoreEnded);
    });
    after = page.next;
  } while (after !== undefined);
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof AppError) || !['execution-ended', 'execution-not-found'].includes(error.code)) throw error;
}
