/**
 * Finds cycles in a graph, each as the path from its first node. Reports only one of several cycles that share a node.
 * Walks without recursion, in linear time.
 */
export function findCycles<Node>(graph: ReadonlyMap<Node, readonly Node[]>): readonly (readonly Node[])[] {
  const cycles: (readonly Node[])[] = [];
  const done = new Set<Node>();
  const reported = new Set<Node>();
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const path: { node: Node; ahead: Iterator<Node> }[] = [];
    const onPath = new Set<Node>();
    const enter = (node: Node): void => {
      path.push({ node, ahead: (graph.get(node) ?? []).values() });
      onPath.add(node);
    };
    enter(start);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const next = step.ahead.next();
      if (next.done === true) {
        path.pop();
        onPath.delete(step.node);
        done.add(step.node);
      } else if (onPath.has(next.value)) {
        const nodes = path.map(({ node }) => node);
        report(nodes.slice(nodes.indexOf(next.value)));
      } else if (!done.has(next.value)) {
        enter(next.value);
      }
    }
  }
  return cycles;

  function report(cycle: readonly Node[]): void {
    if (cycle.some((node) => reported.has(node))) return;
    for (const node of cycle) reported.add(node);
    cycles.push(cycle);
  }
}
