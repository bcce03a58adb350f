import { expect, it } from 'vitest';
import { removeBeyondBytes } from '../../../src/abilities/keep/retained-bytes.ts';
import type { ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import type { ExecutionState } from '../../../src/lifecycle/execution-state.ts';

interface Kept {
  readonly id: string;
  readonly log?: number;
  readonly artifacts?: number;
  readonly state?: ExecutionState;
  /** Whether it cannot be removed yet. */
  readonly isLeft?: true;
}

/** @param executions the newest first */
async function remove(maxBytes: number, executions: readonly Kept[], signal = new AbortController().signal) {
  const gone: string[] = [];
  const of = (id: string) => executions.find((execution) => execution.id === id);
  const outcome = await removeBeyondBytes(
    maxBytes,
    {
      store: {
        list: async ({ after, limit }) => {
          const start = after === undefined ? 0 : executions.findIndex(({ id }) => id === after) + 1;
          const page = executions.slice(start, start + Math.min(limit, 2));
          const next = start + page.length < executions.length ? page.at(-1)?.id : undefined;
          const records = page.map(
            ({ id, state = 'SUCCESS' }) =>
              ({ id, state, phase: state === 'SUCCESS' ? 'ended' : 'running' }) as ExecutionRecord,
          ); // what is read
          return { executions: records, next };
        },
      },
      logs: { sizes: async (ids) => ids.map((id) => of(id)?.log ?? 0) },
      artifacts: { bytes: async (id) => of(id)?.artifacts ?? 0 },
      free: async ({ id }) => {
        const isFreed = of(id)?.isLeft !== true;
        if (isFreed) gone.push(id);
        return isFreed;
      },
    },
    signal,
  );
  return { ids: gone, bytes: outcome?.bytes, count: outcome?.removed };
}

it('removes the oldest until the logs and artifacts of the others fit', async () => {
  const executions = [
    { id: 'e', log: 10 },
    { id: 'd', artifacts: 50 },
    { id: 'c', log: 10, artifacts: 40 },
    { id: 'b', log: 5 },
    { id: 'a', log: 1 },
  ];
  expect(await remove(116, executions)).toEqual({ ids: [], bytes: 116, count: 0 });
  expect(await remove(115, executions)).toEqual({ ids: ['a'], bytes: 115, count: 1 });
  // `b` would fit, but is older than `c`.
  expect(await remove(100, executions)).toEqual({ ids: ['c', 'b', 'a'], bytes: 60, count: 3 });
});

it('keeps what has not ended, and what has nothing to free', async () => {
  const executions: Kept[] = [
    { id: 'd', log: 10 },
    { id: 'c', log: 10, state: 'RUNNING' },
    { id: 'b' },
    { id: 'a', log: 10 },
  ];
  expect(await remove(0, executions)).toEqual({ ids: ['d', 'a'], bytes: 10, count: 2 });
});

it('counts what stays for now with what is kept, and not as removed', async () => {
  const executions: Kept[] = [
    { id: 'c', log: 10, isLeft: true },
    { id: 'b', log: 5 },
  ];
  expect(await remove(0, executions)).toEqual({ ids: ['b'], bytes: 10, count: 1 });
});

it('ends early', async () => {
  expect(await remove(0, [{ id: 'a', log: 1 }], AbortSignal.abort())).toEqual({
    ids: [],
    bytes: undefined,
    count: undefined,
  });
});
