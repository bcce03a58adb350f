import type { GraphLayout } from './graph-layout.ts';
import type { GraphBox } from './graph-pieces.ts';

const sides = { ArrowLeft: -1, ArrowRight: 1 } as const;

/**
 * Where a key leads from a task: down and up along the arrows, into a block and out of it, and to the sides to what is
 * beside it.
 * @returns undefined if there is nothing, or the key is another one
 */
export function neighbour({ boxes, edges }: GraphLayout, path: string, key: string): string | undefined {
  const box = boxes.find(({ node }) => node.path === path);
  if (box === undefined) return undefined;
  switch (key) {
    case 'Home':
      return boxes[0]?.node.path;
    case 'End':
      return boxes.at(-1)?.node.path;
    case 'ArrowDown':
      return firstInside(boxes, box) ?? after(path);
    case 'ArrowUp':
      return edges.find(({ from, to }) => from !== undefined && to === path)?.from ?? box.node.parent;
    case 'ArrowLeft':
    case 'ArrowRight':
      return beside(boxes, box, sides[key]);
    default:
      return undefined;
  }

  function after(from: string): string | undefined {
    const next = edges.find((edge) => edge.from === from)?.to;
    const parent = boxes.find(({ node }) => node.path === from)?.node.parent;
    return next ?? (parent === undefined ? undefined : after(parent));
  }
}

function firstInside(boxes: readonly GraphBox[], { isOpen, node }: GraphBox): string | undefined {
  return isOpen ? boxes.find((each) => each.node.parent === node.path)?.node.path : undefined;
}

/** The nearest box to one side, where a difference in height counts more than one in width. */
function beside(boxes: readonly GraphBox[], from: GraphBox, side: -1 | 1): string | undefined {
  const middle = (box: GraphBox) => box.x + box.width / 2;
  const distance = (box: GraphBox) => Math.abs(middle(box) - middle(from)) + 3 * Math.abs(box.y - from.y);
  const candidates = boxes.filter((box) => side * (middle(box) - middle(from)) > from.width / 4 && box !== from);
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0]?.node.path;
}
