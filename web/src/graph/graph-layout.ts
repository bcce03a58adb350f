import {
  arranged,
  gap,
  inColumns,
  inGrid,
  inSequence,
  joined,
  movedBy,
  type GraphBox,
  type OutlineNode,
  type Piece,
} from './graph-pieces.ts';

/** Where everything of a graph is; lengths are pixels. */
export type GraphLayout = Pick<Piece, 'width' | 'height' | 'boxes' | 'frames' | 'edges'>;

const boxSize = { width: 208, height: 46, condition: 20 } as const;
const maxColumnHeight = 1_800;
const maxInRow = 8;
const sectionHeader = 30;
/** With more tasks, blocks begin folded. */
const manyNodes = 60;

const sections = [
  ['tasks', undefined],
  ['errors', 'If a task fails'],
  ['finally', 'Finally'],
] as const;

/** The blocks and calls that begin folded: all that have tasks, in a large graph. */
export function foldedAtFirst(nodes: readonly OutlineNode[]): ReadonlySet<string> {
  return new Set(nodes.length > manyNodes ? nodes.flatMap(({ parent }) => parent ?? []) : []);
}

/** Whether a task shows its condition in a line of its own; choices and loops show it instead of their type. */
export function hasConditionLine({ condition, control }: OutlineNode): boolean {
  return condition !== undefined && !(control === 'choice' || control === 'loop' || control === 'until');
}

/**
 * Lays out the tasks of a flow, top to bottom, with those of each block inside its frame. A task whose block is unknown
 * is inside none.
 * @param folded the paths of the blocks and calls whose tasks are not shown
 */
export function graphLayout(nodes: readonly OutlineNode[], folded: ReadonlySet<string>): GraphLayout {
  if (nodes.length === 0) return { width: 0, height: 0, boxes: [], frames: [], edges: [] };
  const paths = new Set(nodes.map(({ path }) => path));
  const inner = groupedBy(nodes, ({ parent }) => (parent !== undefined && paths.has(parent) ? parent : undefined));
  const layoutOf = new PieceLayout(inner, folded);
  const parts = sections.flatMap(([section, label]) => {
    const tasks = (inner.get(undefined) ?? []).filter((node) => node.section === section);
    return tasks.length === 0 ? [] : [{ section, piece: withLabel(layoutOf.sequence(tasks, 0), section, label) }];
  });
  return arranged(
    parts.map(({ piece }) => piece),
    parts.slice(1).map(({ section }, from) => ({ from, to: from + 1, isException: section === 'errors' })),
  );
}

class PieceLayout {
  readonly #inner: ReadonlyMap<string | undefined, readonly OutlineNode[]>;
  readonly #folded: ReadonlySet<string>;

  constructor(inner: ReadonlyMap<string | undefined, readonly OutlineNode[]>, folded: ReadonlySet<string>) {
    this.#inner = inner;
    this.#folded = folded;
  }

  sequence(nodes: readonly OutlineNode[], depth: number): Piece {
    const pieces = nodes.map((node) => this.#one(node, depth));
    const height = pieces.reduce((sum, piece) => sum + piece.height + gap.y, 0);
    if (height <= maxColumnHeight) return inSequence(pieces);
    const width = Math.max(...pieces.map((piece) => piece.width)) + 2 * gap.x;
    // About as wide as it is high.
    return inColumns(pieces, height / Math.ceil(Math.sqrt(height / width)));
  }

  #one(node: OutlineNode, depth: number): Piece {
    const children = this.#inner.get(node.path) ?? [];
    const inside = this.#countInside(node.path);
    const isOpen = children.length > 0 && !this.#folded.has(node.path);
    const height = boxSize.height + (hasConditionLine(node) ? boxSize.condition : 0);
    const box = { node, depth, inside, isOpen, x: 0, y: 0, width: boxSize.width, height };
    return isOpen ? framed(box, this.#inside(node, children, depth + 1)) : single(box);
  }

  #inside({ control }: OutlineNode, children: readonly OutlineNode[], depth: number): Piece {
    const bodies = groupedBy(children, ({ body }) => body);
    if (bodies.size > 1 || !bodies.has(undefined)) {
      const pieces = [...bodies.values()].map((nodes) => this.sequence(nodes, depth));
      const links = [...bodies.keys()].map((body, to) => ({ to, ...(body !== undefined && { text: wordsOf(body) }) }));
      return arranged(pieces, links);
    }
    if (control !== 'branches') return arranged([this.sequence(children, depth)], [{ to: 0 }]);
    const pieces = children.map((node) => this.#one(node, depth));
    if (pieces.length > maxInRow) return inGrid(pieces, Math.ceil(Math.sqrt(pieces.length / 2)));
    return arranged(
      pieces,
      pieces.map((_, to) => ({ to })),
    );
  }

  #countInside(path: string): number {
    const children = this.#inner.get(path) ?? [];
    return children.reduce((count, child) => count + 1 + this.#countInside(child.path), 0);
  }
}

/** `cases.eu` is the case `eu`. */
function wordsOf(body: string): string {
  return body.startsWith('cases.') ? body.slice('cases.'.length) : body;
}

function single(box: GraphBox): Piece {
  const { node, x, y, width, height } = box;
  const middle = x + width / 2;
  return {
    width,
    height,
    entry: { path: node.path, x: middle, y },
    exit: { path: node.path, x: middle, y: y + height },
    boxes: [box],
    frames: [],
    edges: [],
  };
}

/** A block: its header, and the tasks below it in a frame. */
function framed(header: GraphBox, inside: Piece): Piece {
  const padding = gap.x / 1.5;
  const width = Math.max(header.width, inside.width + 2 * padding);
  const height = header.height + inside.height + padding;
  const frame = { key: header.node.path, x: 0, y: 0, width, height };
  const content = movedBy(inside, (width - inside.width) / 2, header.height);
  const around = single({ ...header, width });
  return {
    ...joined([{ ...around, frames: [frame] }, content], []),
    exit: { ...around.exit, y: height },
  };
}

function withLabel(piece: Piece, key: string, label: string | undefined): Piece {
  if (label === undefined) return piece;
  const padding = gap.x / 1.5;
  const width = piece.width + 2 * padding;
  const height = piece.height + sectionHeader + padding;
  const content = movedBy(piece, padding, sectionHeader);
  return {
    ...content,
    width,
    height,
    entry: { ...content.entry, x: width / 2, y: 0 },
    exit: { ...content.exit, x: width / 2, y: height },
    frames: [{ key, label, x: 0, y: 0, width, height }, ...content.frames],
  };
}

function groupedBy<Key>(
  nodes: readonly OutlineNode[],
  keyOf: (node: OutlineNode) => Key,
): ReadonlyMap<Key, OutlineNode[]> {
  const groups = new Map<Key, OutlineNode[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return groups;
}
