import { expect, it } from 'vitest';
import { callLayout } from '../../web/src/pages/flow/calls/call-layout.ts';

const key = (id: string) => ({ namespace: 'n', id });

/** The ids in each column, from left to right. @param edges such as `a>b`: a calls b; the flow itself is `a` */
function columnsOf(...edges: readonly string[]): readonly string[] {
  const pairs = edges.map((edge) => edge.split('>').map(key));
  const ids = new Set(['a', ...pairs.flat().map(({ id }) => id)]);
  const { flows, paths, width, height } = callLayout({
    ...key('a'),
    nodes: [...ids].map((id) => ({ ...key(id), exists: true })),
    edges: pairs.map(([from, to]) => ({ from: from!, to: to! })),
  });
  expect(flows).toHaveLength(ids.size);
  expect(paths).toHaveLength(edges.length);
  const columns = new Map<number, string[]>();
  for (const { flow, x, y } of flows) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThan(width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(height);
    columns.set(x, [...(columns.get(x) ?? []), flow.id]);
  }
  return [...columns].toSorted(([left], [right]) => left - right).map(([, names]) => names.join(' '));
}

it.each([
  [
    ['a>b', 'b>c'],
    ['a', 'b', 'c'],
  ],
  [
    ['z>a', 'a>b'],
    ['z', 'a', 'b'],
  ],
  [
    ['y>z', 'z>a', 'x>a'],
    ['y', 'z x', 'a'],
  ],
  [
    ['a>b', 'a>c', 'b>d', 'c>d'],
    ['a', 'b c', 'd'],
  ],
  [
    ['a>b', 'b>a'],
    ['a', 'b'],
  ],
  [['a>a'], ['a']],
])('%j is drawn in the columns %j', (edges, columns) => {
  expect(columnsOf(...edges)).toEqual(columns);
});
