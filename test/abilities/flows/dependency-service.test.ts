import { expect, test } from 'vitest';
import { DependencyService } from '../../../src/abilities/flows/dependency-service.ts';
import { Caller } from '../../../src/access/caller.ts';
import type { FlowKey } from '../../../src/language/flow/flow-key.ts';
import type { FlowLinks } from '../../../src/store/revisions/revision-store.ts';

const caller = Caller.of({ subject: 'ada', groups: [] }, undefined);
const key = (id: number | string): FlowKey => ({ namespace: 'a', id: `f${id}` });

/**
 * A service with flows of which each calls the given ones.
 * @param asked called with the number of flows requested at once
 */
function serviceOf(callsOf: (id: string) => readonly FlowKey[], asked: number[] = []): DependencyService {
  const store = {
    links: async (keys: readonly FlowKey[]): Promise<readonly FlowLinks[]> => {
      asked.push(keys.length);
      return keys.map(({ id }) => ({ flow: undefined, calls: callsOf(id), calledBy: [] }));
    },
  };
  // The graph needs nothing else.
  return new DependencyService({ store, flows: { stored: async () => undefined } } as unknown as ConstructorParameters<
    typeof DependencyService
  >[0]);
}

test('a graph contains at most 1,000 flows, and loads only a few of them at once', async () => {
  const asked: number[] = [];
  const { nodes, isTruncated } = await serviceOf(
    (id) => (id === 'f0' ? Array.from({ length: 2000 }, (_, index) => key(index + 1)) : []),
    asked,
  ).graph(key(0), caller);
  expect(isTruncated).toBe(true);
  expect(nodes.length).toBeLessThanOrEqual(1000);
  expect(Math.max(...asked)).toBeLessThanOrEqual(50);
});

test('a graph contains at most 10,000 calls', async () => {
  const everyone = Array.from({ length: 200 }, (_, index) => key(index));
  const { edges, isTruncated } = await serviceOf(() => everyone).graph(key(0), caller);
  expect(isTruncated).toBe(true);
  expect(edges.length).toBeLessThanOrEqual(10_000);
});

test('a graph within the limits is complete', async () => {
  const { nodes, edges, isTruncated } = await serviceOf((id) =>
    id === 'f0' ? [key(1), key(2)] : id === 'f1' ? [key(2)] : [],
  ).graph(key(0), caller);
  expect([nodes.length, edges.length, isTruncated]).toEqual([3, 3, false]);
});
