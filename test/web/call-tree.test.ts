import { expect, it } from 'vitest';
import { flowName } from '../../src/language/flow/flow-key.ts';
import { callTree, type CallNode } from '../../web/src/pages/flow/calls/call-tree.ts';

const key = (id: string) => ({ namespace: 'n', id });

/** @param edges such as `a>b`: a calls b */
function graph(edges: readonly string[], missing: readonly string[] = []) {
  const pairs = edges.map((edge) => edge.split('>').map(key));
  const ids = new Set(pairs.flat().map(({ id }) => id));
  return {
    ...key('a'),
    nodes: [...ids].map((id) => ({ ...key(id), exists: !missing.includes(id) })),
    edges: pairs.map(([from, to]) => ({ from: from!, to: to! })),
  };
}

function printed(nodes: readonly CallNode[]): string {
  return nodes
    .map(({ flow, exists, isRepeated, children }) => {
      const name = `${flowName(flow).slice(2)}${exists ? '' : '?'}${isRepeated ? '*' : ''}`;
      return children.length === 0 ? name : `${name}(${printed(children)})`;
    })
    .join(' ');
}

it.each([
  ['none', [], '', ''],
  ['a chain', ['a>b', 'b>c', 'z>a', 'y>z'], 'b(c)', 'z(y)'],
  ['a diamond', ['a>b', 'a>c', 'b>d', 'c>d', 'd>e'], 'b(d(e)) c(d*)', ''],
  ['a cycle', ['a>b', 'b>a'], 'b(a*)', 'b(a*)'],
  ['itself', ['a>a'], 'a*', 'a*'],
])('calls: %s', (_, edges, calls, calledBy) => {
  expect(printed(callTree(graph(edges), 'calls'))).toBe(calls);
  expect(printed(callTree(graph(edges), 'calledBy'))).toBe(calledBy);
});

it('a flow that is missing says so', () => {
  expect(printed(callTree(graph(['a>b'], ['b']), 'calls'))).toBe('b?');
});
