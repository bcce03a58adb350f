import type { ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import { firstVersion } from '../../../src/lifecycle/segments.ts';
import { newExecutionId } from '../../../src/store/executions/record/execution-id.ts';
import type { ExecutionCreation } from '../../../src/store/executions/record/execution-store.ts';
import { executionCreation } from '../../support/execution-creation.ts';
import { waitForExecutions, type Event } from './moves.ts';

/**
 * Two executions of a flow that runs one at a time and takes a lock; two of different flows that take it; two of
 * different flows on a controller that runs one at a time; or one that waits for its child, which takes the lock.
 */
export const kinds = ['rivals', 'strangers', 'neighbours', 'family'] as const;
export type Kind = (typeof kinds)[number];

/** An execution, and what happens to it before the next one is created. */
export interface Beginning {
  readonly creation: ExecutionCreation;
  readonly events: readonly ((record: ExecutionRecord) => Event)[];
}

export function startOf(kind: Kind): readonly Beginning[] {
  const [first, second] = [newExecutionId(new Date(1)), newExecutionId(new Date(2))];
  const common = {
    secrets: { password: 'sealed' },
    concurrency: { limit: 1, behavior: 'QUEUE' as const },
    claims: [{ pool: 'lock:db' as const, permits: 1, size: 1 }],
  };
  const flow = { namespace: 'examples', id: 'deploy' };
  if (kind !== 'family')
    return [first, second].map((id, index) => {
      const own = kind !== 'rivals' && index === 1 ? { ...flow, id: 'other' } : flow;
      const pool = kind === 'neighbours' ? 'controller:default' : 'lock:db';
      const claims = [{ pool, permits: 1, size: 1 } as const];
      return {
        creation: executionCreation({ ...common, claims, at: new Date(index + 1), accepted: { id, flow: own } }),
        events: [],
      };
    });
  const parent = { id: first, flow: { namespace: 'examples', id: 'parent' } };
  const child = { id: second, flow, parent: { execution: first, task: 'wait', depth: 1, flow: parent.flow } };
  return [
    {
      creation: executionCreation({ ...common, claims: [], at: new Date(1), accepted: parent }),
      events: [() => ({ name: 'begun', engine: 'local' }), waitForExecutions],
    },
    {
      creation: executionCreation({
        ...common,
        at: new Date(2),
        accepted: child,
        child: { call: '0/1', version: firstVersion(2), maxOpen: 0, isAwaited: true },
      }),
      events: [],
    },
  ];
}
