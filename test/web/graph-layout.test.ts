import { expect, it } from 'vitest';
import { neighbour } from '../../web/src/graph/graph-keys.ts';
import { foldedAtFirst, graphLayout } from '../../web/src/graph/graph-layout.ts';
import type { GraphBox, OutlineNode } from '../../web/src/graph/graph-pieces.ts';

/** @param path with the ids of the blocks around, such as `block/task` */
function node(path: string, more: Partial<OutlineNode> = {}): OutlineNode {
  const parent = path.includes('/') ? { parent: path.slice(0, path.lastIndexOf('/')) } : {};
  return { path, id: path.split('/').at(-1)!, kind: 'task', section: 'tasks', disabled: false, ...parent, ...more };
}

const block = (path: string, control: OutlineNode['control']) => node(path, { kind: 'block', control });

const flow = [
  node('checkout'),
  block('verify', 'branches'),
  node('verify/unit'),
  node('verify/lint'),
  block('ship', 'choice'),
  node('ship/push', { body: 'cases.eu' }),
  node('ship/tag', { body: 'cases.eu' }),
  node('ship/skip', { body: 'default' }),
  node('alarm', { section: 'errors' }),
  node('clean', { section: 'finally' }),
];

function boxesOf(nodes: readonly OutlineNode[], folded: readonly string[] = []) {
  const layout = graphLayout(nodes, new Set(folded));
  return { layout, box: new Map(layout.boxes.map((each) => [each.node.path, each])) };
}

const isInside = (inner: GraphBox, outer: { x: number; y: number; width: number; height: number }) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const overlap = (one: GraphBox, other: GraphBox) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

it('places tasks below each other, branches and cases side by side, and each in the frame of its block', () => {
  const { layout, box } = boxesOf(flow);
  expect(layout.boxes.map((each) => each.node.path)).toEqual(flow.map(({ path }) => path));
  const rows = ['checkout', 'verify', 'verify/unit', 'ship', 'ship/push', 'ship/tag', 'alarm', 'clean'];
  const tops = rows.map((path) => box.get(path)!.y);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(box.get('verify/unit')!.y).toBe(box.get('verify/lint')!.y);
  expect(box.get('verify/unit')!.x).toBeLessThan(box.get('verify/lint')!.x);
  expect(box.get('ship/push')!.x).toBeLessThan(box.get('ship/skip')!.x);
  const frames = new Map(layout.frames.map((frame) => [frame.key, frame]));
  expect([...frames.keys()].toSorted()).toEqual(['errors', 'finally', 'ship', 'verify']);
  for (const path of ['verify/unit', 'ship/tag', 'ship/skip'])
    expect(isInside(box.get(path)!, frames.get(path.split('/')[0]!)!)).toBe(true);
  expect(layout.edges.flatMap(({ to, label }) => (label === undefined ? [] : [[to, label.text]]))).toEqual([
    ['ship/push', 'eu'],
    ['ship/skip', 'default'],
  ]);
  expect(layout.edges.filter(({ isException }) => isException).map(({ to }) => to)).toEqual(['alarm']);
});

it('folds blocks, at first those of large graphs', () => {
  const { layout, box } = boxesOf(flow, ['verify']);
  expect(layout.boxes).toHaveLength(flow.length - 2);
  expect(box.get('verify')).toMatchObject({ inside: 2, isOpen: false });
  expect(foldedAtFirst(flow).size).toBe(0);
  const many = Array.from({ length: 70 }, (_, index) => node(`block/task-${index}`));
  expect([...foldedAtFirst([block('block', 'sequence'), ...many])]).toEqual(['block']);
});

it.each(['sequence', 'branches'] as const)(
  'keeps %s of 120 tasks about as wide as high, without overlaps',
  (control) => {
    const many = Array.from({ length: 120 }, (_, index) => node(`block/task-${index}`));
    const { boxes, edges, width, height } = graphLayout([block('block', control), ...many], new Set());
    expect(Math.max(width / height, height / width)).toBeLessThan(3);
    const overlaps = boxes.filter((one) => boxes.some((other) => one !== other && overlap(one, other)));
    expect(overlaps).toEqual([]);
    expect(edges).toHaveLength(control === 'sequence' ? 120 : 0);
  },
);

it('shows a task whose block is unknown, and nothing for nothing', () => {
  expect(boxesOf([node('lost/task')]).box.get('lost/task')).toBeDefined();
  expect(graphLayout([], new Set())).toMatchObject({ boxes: [], width: 0 });
});

it.each([
  ['checkout', 'ArrowDown', 'verify'],
  ['verify', 'ArrowDown', 'verify/unit'],
  ['verify/unit', 'ArrowRight', 'verify/lint'],
  ['verify/lint', 'ArrowLeft', 'verify/unit'],
  ['verify/lint', 'ArrowDown', 'ship'],
  ['verify/lint', 'ArrowUp', 'verify'],
  ['ship/tag', 'ArrowUp', 'ship/push'],
  ['ship/tag', 'ArrowDown', 'alarm'],
  ['clean', 'ArrowDown', undefined],
  ['clean', 'Home', 'checkout'],
  ['checkout', 'End', 'clean'],
  ['checkout', 'x', undefined],
])('from %s, %s leads to %s', (from, key, to) => {
  expect(neighbour(graphLayout(flow, new Set()), from, key)).toBe(to);
});
