import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { flowName } from '../../../../../src/language/flow/flow-key.ts';

type FlowKey = Schema<'FlowKey'>;
type Graph = Pick<Schema<'Dependencies'>, 'namespace' | 'id' | 'nodes' | 'edges'>;

/** A flow in the drawing; lengths are pixels. */
interface PlacedFlow {
  readonly flow: FlowKey;
  readonly exists: boolean;
  readonly x: number;
  readonly y: number;
}

export interface CallLayout {
  readonly flows: readonly PlacedFlow[];
  /** From the right edge of the caller to the left edge of the called flow, as paths of SVG. */
  readonly paths: readonly string[];
  readonly width: number;
  readonly height: number;
}

export const flowSize = { width: 220, height: 32 } as const;
const gap = { x: 56, y: 12 } as const;

/** Places each flow in a column: callers on the left, called flows on the right, as far away as there are calls between. */
export function callLayout({ namespace, id, nodes, edges }: Graph): CallLayout {
  const self = flowName({ namespace, id });
  const columnOf = new Map<string, number>([[self, 0]]);
  const calls = edges.map(({ from, to }) => [flowName(from), flowName(to)] as const);
  spread(columnOf, self, calls, 1);
  spread(
    columnOf,
    self,
    calls.map(([from, to]) => [to, from]),
    -1,
  );
  const columns = new Map<number, Graph['nodes'][number][]>();
  for (const node of nodes) {
    const column = columnOf.get(flowName(node));
    if (column !== undefined) columns.set(column, [...(columns.get(column) ?? []), node]);
  }
  const first = Math.min(...columns.keys());
  const rows = Math.max(...[...columns.values()].map(({ length }) => length));
  const height = rows * (flowSize.height + gap.y) - gap.y;
  const flows = [...columns].flatMap(([column, members]) => {
    const top = ((rows - members.length) * (flowSize.height + gap.y)) / 2;
    return members.map(({ exists, ...flow }, row) => ({
      flow,
      exists,
      x: (column - first) * (flowSize.width + gap.x),
      y: top + row * (flowSize.height + gap.y),
    }));
  });
  const placed = new Map(flows.map((each) => [flowName(each.flow), each]));
  return {
    flows,
    paths: edges.flatMap(({ from, to }) => {
      const [start, end] = [placed.get(flowName(from)), placed.get(flowName(to))];
      return start === undefined || end === undefined ? [] : [pathOf(start, end)];
    }),
    width: columns.size * (flowSize.width + gap.x) - gap.x,
    height,
  };
}

/** Gives the flows that can be reached their distance, unless they have a column already. */
function spread(
  columnOf: Map<string, number>,
  start: string,
  edges: readonly (readonly [near: string, far: string])[],
  step: 1 | -1,
): void {
  let reached: readonly string[] = [start];
  for (let column = step; reached.length > 0; column += step) {
    const next = reached.flatMap((name) => edges.flatMap(([near, far]) => (near === name ? [far] : [])));
    reached = [...new Set(next)].filter((name) => !columnOf.has(name));
    for (const name of reached) columnOf.set(name, column);
  }
}

function pathOf(from: PlacedFlow, to: PlacedFlow): string {
  const startX = from.x + flowSize.width;
  const startY = from.y + flowSize.height / 2;
  const endY = to.y + flowSize.height / 2;
  const bend = gap.x / 2;
  return `M${startX} ${startY}C${startX + bend} ${startY} ${to.x - bend} ${endY} ${to.x} ${endY}`;
}
