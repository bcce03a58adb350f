import { mayStart, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { pendingStates } from '../../lifecycle/execution-state.ts';
import type { EnginePorts } from '../../store/executions/execution-ports.ts';
import { iterateExecutions } from '../../store/executions/iterate-executions.ts';

// The process that accepts an execution adds it to the queue a moment later.
const graceMilliseconds = 5_000;

/**
 * Adds executions to the queue that no process is working on, because their gateway or worker died between two steps.
 * Executions that are already in the queue are not duplicated.
 * @throws {AppError} `store-unavailable`
 */
export async function queueUnattended({
  store,
  queue,
  now,
}: Pick<EnginePorts, 'store' | 'queue'> & { readonly now: () => Date }): Promise<void> {
  for await (const record of iterateExecutions(pendingStates, store))
    if (isUnattended(record, now())) await queue.add(record.id);
}

function isUnattended(record: ExecutionRecord, now: Date): boolean {
  const { queueItem, build, history } = record;
  if (!mayStart(record) || queueItem !== undefined || build !== undefined) return false;
  // The clock of the gateway that accepted it can be ahead, or have been.
  return Math.abs(now.getTime() - Date.parse(history.at(-1)?.at ?? '')) > graceMilliseconds;
}
