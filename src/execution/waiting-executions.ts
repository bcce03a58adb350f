import { flowName } from '../language/flow/flow-key.ts';
import type { ExecutionRecord } from './record/execution-record.ts';
import type { ExecutionStore } from './record/execution-store.ts';
import { iterateExecutions } from './record/iterate-executions.ts';

export interface WaitingExecutionsDeps {
  readonly store: Pick<ExecutionStore, 'inState' | 'holders' | 'change'>;
  readonly now: () => Date;
}

/**
 * Records in each waiting execution which executions of its flow it waits for, and why those take time.
 * @throws {AppError} `store-unavailable`
 */
export async function explainWaiting({ store, now }: WaitingExecutionsDeps): Promise<void> {
  const texts = new Map<string, string | undefined>();
  for await (const record of iterateExecutions(['CREATED'], store)) {
    if (!record.waiting) continue;
    const flow = flowName(record.flow);
    if (!texts.has(flow)) texts.set(flow, waitText(await store.holders(record.flow)));
    const trouble = texts.get(flow);
    if (trouble === undefined || trouble === record.trouble) continue;
    await store.change(record.id, { from: ['CREATED'], isWaiting: true, at: now(), fields: { trouble } });
  }
}

/** @param holders oldest first @returns undefined if it no longer has to wait */
function waitText(holders: readonly ExecutionRecord[]): string | undefined {
  const [oldest] = holders;
  if (oldest === undefined) return undefined;
  const { state, at } = oldest.history.at(-1) ?? { state: oldest.state, at: '' };
  const first = `${oldest.id}, ${state} since ${at}`;
  const whom =
    holders.length === 1
      ? `the execution ${first}`
      : `one of ${holders.length} executions of the flow, the oldest of which is ${first}`;
  return `Waiting for ${whom}.${oldest.trouble === undefined ? '' : ` ${oldest.trouble}`}`;
}
