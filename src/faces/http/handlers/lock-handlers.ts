import type { LockReport, LockService } from '../../../abilities/locks/lock-service.ts';
import type { PoolExecution } from '../../../store/executions/redis/redis-pool-uses.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { pageStart } from '../request/request-values.ts';

/** Locks, with the executions that hold them and those that they hold up. */
export function lockHandlers(locks: LockService) {
  return {
    listLocks: async ({ query }, response) => {
      const { name, limit = 50 } = query;
      const after = pageStart(query, readCursor);
      const page = await locks.list(callerOf(response), { name, limit, after });
      response.json({
        locks: page.locks.map(lockOnWire),
        nextCursor: page.next === undefined ? undefined : cursorText(page.next),
      });
    },
  } satisfies Partial<OperationHandlers>;
}

function cursorText(read: number): string {
  return Buffer.from(String(read)).toString('base64url');
}

function readCursor(text: string): number | undefined {
  const read = Buffer.from(text, 'base64url').toString();
  return /^\d{1,9}$/.test(read) ? Number(read) : undefined;
}

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
