import type { Problem } from '../../../base/problem/problem.ts';
import { findCycles } from '../../../base/text/find-cycles.ts';
import type { CompositionLimits } from '../../../language/execution-plan/plan-options.ts';
import { isSeparate } from '../../../language/flow/separate-calls.ts';
import { enabledTasks, nodesBelow, type NodeCall, type SubflowNode } from './load-subflows.ts';

/**
 * The problems of a flow's call graph: cycles, named as a path, too many levels and too many tasks
 * (docs/reference/stored-flows.md).
 */
export function graphProblems(top: SubflowNode, limits: CompositionLimits): readonly Problem[] {
  if (top.calls.length === 0) return [];
  const cycles = findCycles(graphOf(top));
  if (cycles.length > 0) return cycles.map((cycle) => cycleProblem(top, cycle));
  const way = longestWay(top);
  if (way.length > limits.subflowDepth + 1) {
    const message = `Subflows can be nested at most ${limits.subflowDepth} levels deep; ${way.join(' -> ')} has ${way.length - 1} levels.`;
    return [{ code: 'subflow-cycle', message, path: placeOf(callOf(top, (call) => call.name === way[1])) }];
  }
  return sizeProblems(top, limits);
}

function graphOf(top: SubflowNode): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, string[]>();
  for (const { name, calls } of nodesBelow(top))
    graph.set(name, [...(graph.get(name) ?? []), ...calls.map((call) => call.name)]);
  return graph;
}

function cycleProblem(top: SubflowNode, cycle: readonly string[]): Problem {
  const way = [...cycle, cycle[0]].join(' -> ');
  const [first, second] = cycle;
  const call = callOf(top, ({ name, node }) =>
    first === top.name
      ? name === (second ?? first)
      : node !== undefined && nodesBelow(node).some((below) => below.name === first),
  );
  return { code: 'subflow-cycle', message: `Subflows form a cycle: ${way}.`, path: placeOf(call) };
}

function longestWay(top: SubflowNode): readonly string[] {
  const ways = new Map<SubflowNode, readonly string[]>();
  const wayFrom = (node: SubflowNode): readonly string[] => {
    let longest = ways.get(node);
    if (longest === undefined) {
      const below = node.calls.map((call) => (call.node === undefined ? [] : wayFrom(call.node)));
      longest = [
        node.name,
        ...below.reduce<readonly string[]>((best, way) => (way.length > best.length ? way : best), []),
      ];
      ways.set(node, longest);
    }
    return longest;
  };
  return wayFrom(top);
}

function sizeProblems(top: SubflowNode, limits: CompositionLimits): readonly Problem[] {
  const sizes = new Map<SubflowNode, number>();
  const sizeOf = (node: SubflowNode): number => {
    let size = sizes.get(node);
    if (size === undefined) {
      size = node.calls.reduce((sum, call) => sum + sizeBelow(call), enabledTasks(node.flow).length);
      sizes.set(node, size);
    }
    return size;
  };
  const size = sizeOf(top);
  if (size <= limits.tasks) return [];
  const largest = top.calls.toSorted((left, right) => sizeBelow(right) - sizeBelow(left))[0];
  const message = `A flow and its subflows can have at most ${limits.tasks} tasks; found at least ${size}.`;
  return [{ code: 'jenkinsfile-too-large', message, path: placeOf(largest) }];

  /** An execution of its own has its own Jenkinsfile. */
  function sizeBelow({ node, placed }: NodeCall): number {
    return node === undefined || isSeparate(placed.task) ? 0 : sizeOf(node);
  }
}

function callOf(top: SubflowNode, isIt: (call: NodeCall) => boolean): NodeCall | undefined {
  return top.calls.find(isIt);
}

function placeOf(call: NodeCall | undefined): Problem['path'] {
  return call === undefined ? [] : [...call.placed.path, 'flowId'];
}
