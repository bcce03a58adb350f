import type { Schema } from '../../api-client/operation-types.ts';
import type { PoolExecution } from '../../execution/record/pool-store.ts';
import type { LockReport } from '../../services/executions/lock-service.ts';

export function lockOnWire({ name, permits, held, heldUp, holders, queue }: LockReport): Schema<'Lock'> {
  return {
    name,
    permits,
    held,
    heldUp,
    waiting: heldUp, // the old name
    holders: holders.map(executionOnWire),
    queue: queue.map(executionOnWire),
  };
}

function executionOnWire({ id, flow, number, state, permits, since }: PoolExecution): Schema<'LockExecution'> {
  return { id, namespace: flow.namespace, flowId: flow.id, number, state, permits, since };
}
