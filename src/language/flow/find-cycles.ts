/**
 * Finds cycles in a graph of names, each as the path from its first name. Reports only one of several cycles that share
 * a name. Walks without recursion, in linear time.
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const done = new Set<string>();
  const reported = new Set<string>();
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const path: { name: string; ahead: Iterator<string> }[] = [];
    const onPath = new Set<string>();
    const enter = (name: string): void => {
      path.push({ name, ahead: (graph.get(name) ?? []).values() });
      onPath.add(name);
    };
    enter(start);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const next = step.ahead.next();
      if (next.done === true) {
        path.pop();
        onPath.delete(step.name);
        done.add(step.name);
      } else if (onPath.has(next.value)) {
        const names = path.map(({ name }) => name);
        report(names.slice(names.indexOf(next.value)));
      } else if (!done.has(next.value)) {
        enter(next.value);
      }
    }
  }
  return cycles;

  function report(cycle: readonly string[]): void {
    if (cycle.some((name) => reported.has(name))) return;
    for (const name of cycle) reported.add(name);
    cycles.push(cycle);
  }
}
