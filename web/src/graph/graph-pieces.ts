import { Graph, layout, type EdgeLabel, type NodeLabel } from '@dagrejs/dagre';
import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import type { State } from '../components/state-badge.tsx';

export type OutlineNode = Schema<'OutlineNode'>;

/** What an execution shows at a task. */
export interface GraphState {
  readonly state: State | 'PENDING';
  /** A duration, or `3 of 8`. */
  readonly text?: string;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

interface Area extends Place {
  readonly width: number;
  readonly height: number;
}

/** A task, or the header of a block; lengths are pixels. */
export interface GraphBox extends Area {
  readonly node: OutlineNode;
  /** How many blocks and calls are around it. */
  readonly depth: number;
  /** The number of tasks inside, at any depth. */
  readonly inside: number;
  /** Whether they are shown, in the frame under it. */
  readonly isOpen: boolean;
}

/** An area around the tasks of a block, or of a section such as `finally`. */
interface GraphFrame extends Area {
  readonly key: string;
  /** The title of a section; a block has its box as a header. */
  readonly label?: string;
}

/** An arrow. Without `from`, it comes from the header of the block around. */
export interface GraphEdge {
  readonly from?: string;
  readonly to: string;
  /** Two for a curve, more for straight lines. */
  readonly points: readonly Place[];
  /** Which case of a choice it is; its place is the middle. */
  readonly label?: Place & { readonly text: string };
  /** Whether it is not taken when everything succeeds. */
  readonly isException: boolean;
}

/** A part that is laid out, relative to its corner. */
export interface Piece {
  readonly width: number;
  readonly height: number;
  /** Where an arrow to it ends, and where one from it begins. */
  readonly entry: Place & { readonly path: string };
  readonly exit: Place & { readonly path: string };
  readonly boxes: readonly GraphBox[];
  readonly frames: readonly GraphFrame[];
  readonly edges: readonly GraphEdge[];
}

/** An arrow between pieces by their numbers; from the start of the scope without `from`. */
export interface Link {
  readonly from?: number;
  readonly to: number;
  readonly text?: string;
  readonly isException?: boolean;
}

export const gap = { x: 24, y: 28, label: 24 } as const;
const scopeStart = 'start';

/** Arranges pieces with arrows between them, top to bottom. */
export function arranged(pieces: readonly Piece[], links: readonly Link[]): Piece {
  const graph = new Graph<object, NodeLabel, EdgeLabel>();
  graph.setGraph({ nodesep: gap.x, ranksep: gap.y, edgesep: gap.x, rankalign: 'top' });
  if (links.some(({ from }) => from === undefined)) graph.setNode(scopeStart, { width: 0, height: 0 });
  for (const [index, { width, height }] of pieces.entries()) graph.setNode(String(index), { width, height });
  for (const { from, to, text } of links) {
    const label =
      text === undefined ? {} : { width: 7 * Math.min(text.length, 28), height: gap.label, labelpos: 'c' as const };
    graph.setEdge(from === undefined ? scopeStart : String(from), String(to), label);
  }
  layout(graph, { disableOptimalOrderHeuristic: true });
  const moved = pieces.map((piece, index) => {
    const { x = 0, y = 0 } = graph.node(String(index));
    return movedBy(piece, x - piece.width / 2, y - piece.height / 2);
  });
  const edges = links.map(({ from, to, text, isException = false }): GraphEdge => {
    const begin = from === undefined ? undefined : moved[from]?.exit;
    const end = moved[to]!.entry;
    return {
      ...(begin !== undefined && { from: begin.path }),
      to: end.path,
      points: [begin ?? { x: graph.node(scopeStart).x ?? 0, y: graph.node(scopeStart).y ?? 0 }, end],
      ...(text !== undefined && { label: { text, x: end.x, y: end.y - gap.label } }),
      isException,
    };
  });
  return joined(moved, edges);
}

/** A sequence that is too long for one column, as several. @param maxHeight of a column with more than one piece */
export function inColumns(pieces: readonly Piece[], maxHeight: number): Piece {
  const stacks: Piece[][] = [];
  let height = Infinity;
  for (const piece of pieces) {
    const isNew = height + piece.height / 2 > maxHeight;
    height = (isNew ? 0 : height) + piece.height + gap.y;
    if (isNew) stacks.push([piece]);
    else stacks.at(-1)!.push(piece);
  }
  const placed = inLine(
    stacks.map((stack) => movedBy(inSequence(stack), 0, gap.y)),
    'across',
  );
  const edges = placed.slice(1).map(({ entry }, index): GraphEdge => {
    const { exit } = placed[index]!;
    const left = Math.min(...placed[index + 1]!.boxes.map(({ x }) => x)) - gap.x;
    const [low, high] = [exit.y + gap.x / 2, entry.y - gap.x / 2];
    const bends = [
      { x: exit.x, y: low },
      { x: left, y: low },
      { x: left, y: high },
      { x: entry.x, y: high },
    ];
    return { from: exit.path, to: entry.path, points: [exit, ...bends, entry], isException: false };
  });
  return joined(placed, edges);
}

export function inSequence(pieces: readonly Piece[]): Piece {
  return arranged(
    pieces,
    pieces.slice(1).map((_, from) => ({ from, to: from + 1 })),
  );
}

/** Pieces that all begin together, so many that arrows would say nothing. */
export function inGrid(pieces: readonly Piece[], columns: number): Piece {
  const rows = Array.from({ length: Math.ceil(pieces.length / columns) }, (_, row) =>
    joined(inLine(pieces.slice(row * columns, (row + 1) * columns), 'across'), []),
  );
  return movedBy(joined(inLine(rows, 'down'), []), 0, gap.x);
}

function inLine(pieces: readonly Piece[], direction: 'across' | 'down'): readonly Piece[] {
  let end = 0;
  return pieces.map((piece) => {
    const start = end;
    end += direction === 'across' ? piece.width + 2 * gap.x : piece.height + gap.x;
    return direction === 'across' ? movedBy(piece, start, 0) : movedBy(piece, 0, start);
  });
}

/** Placed pieces as one, with arrows between them. */
export function joined(pieces: readonly Piece[], edges: readonly GraphEdge[]): Piece {
  const boxes = pieces.flatMap((piece) => piece.boxes);
  const frames = pieces.flatMap((piece) => piece.frames);
  const areas = [...boxes, ...frames];
  return {
    width: Math.max(...areas.map(({ x, width }) => x + width)),
    height: Math.max(...areas.map(({ y, height }) => y + height)),
    entry: pieces[0]!.entry,
    exit: pieces.at(-1)!.exit,
    boxes,
    frames,
    edges: [...edges, ...pieces.flatMap((piece) => piece.edges)],
  };
}

export function movedBy(piece: Piece, x: number, y: number): Piece {
  const move = <At extends Place>(at: At): At => ({ ...at, x: at.x + x, y: at.y + y });
  return {
    width: piece.width + x,
    height: piece.height + y,
    entry: move(piece.entry),
    exit: move(piece.exit),
    boxes: piece.boxes.map(move),
    frames: piece.frames.map(move),
    edges: piece.edges.map((edge) => ({
      ...edge,
      points: edge.points.map(move),
      ...(edge.label !== undefined && { label: move(edge.label) }),
    })),
  };
}
