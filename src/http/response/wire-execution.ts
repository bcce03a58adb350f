import type { ExecutionRecord } from '../../execution/execution-record.ts';
import { isFinal } from '../../execution/execution-state.ts';

/** An execution as openapi.yaml declares it, in a list. */
export function executionSummaryOnWire({ flow, tasks: _tasks, files: _files, ...record }: ExecutionRecord) {
  const { history, state } = record;
  return {
    ...record,
    namespace: flow.namespace,
    flowId: flow.id,
    createdAt: history[0]?.at,
    startedAt: history.find((change) => change.state === 'RUNNING')?.at,
    endedAt: isFinal(state) ? history.at(-1)?.at : undefined,
    queueItem: undefined,
  };
}

/** An execution by itself. @param source absent where it is not known what ran */
export function executionOnWire(record: ExecutionRecord, source?: string) {
  return { ...executionSummaryOnWire(record), tasks: record.tasks, source };
}
