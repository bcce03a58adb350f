import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { ExecutionQuery } from './execution-store.ts';

/** Whether an execution has all that a query asks for, apart from its time. */
export function answersQuery(record: ExecutionRecord, query: ExecutionQuery): boolean {
  const { id, flow, state, labels, actor, parent, waitingFor } = record;
  const fits = (filter: string | undefined, found: string | undefined) => filter === undefined || filter === found;
  return (
    fits(query.namespace, flow.namespace) &&
    fits(query.flowId, flow.id) &&
    fits(query.actor, actor) &&
    fits(query.parent, parent?.execution) &&
    (query.ids === undefined || query.ids.includes(id)) &&
    (query.states.length === 0 || query.states.includes(state)) &&
    (query.waitingFor === undefined || (waitingFor !== undefined && query.waitingFor.includes(waitingFor.kind))) &&
    query.labels.every(({ name, value }) => labels[name] === value) &&
    (query.isAnswer?.(record) ?? true)
  );
}
