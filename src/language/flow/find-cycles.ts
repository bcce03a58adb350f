/**
 * Finds circles in a graph of names, each as the way from its first name on. Of circles that share a name only one is
 * told. Walks without recursion, in time linear in the graph.
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const done = new Set<string>();
  const told = new Set<string>();
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const way: { name: string; ahead: Iterator<string> }[] = [];
    const onWay = new Set<string>();
    const enter = (name: string): void => {
      way.push({ name, ahead: (graph.get(name) ?? []).values() });
      onWay.add(name);
    };
    enter(start);
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const next = step.ahead.next();
      if (next.done === true) {
        way.pop();
        onWay.delete(step.name);
        done.add(step.name);
      } else if (onWay.has(next.value)) {
        const names = way.map(({ name }) => name);
        tell(names.slice(names.indexOf(next.value)));
      } else if (!done.has(next.value)) {
        enter(next.value);
      }
    }
  }
  return cycles;

  function tell(cycle: readonly string[]): void {
    if (cycle.some((name) => told.has(name))) return;
    for (const name of cycle) told.add(name);
    cycles.push(cycle);
  }
}
