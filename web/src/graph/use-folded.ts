import { useEffect, useMemo, useState } from 'react';
import { foldedAtFirst } from './graph-layout.ts';
import type { OutlineNode } from './graph-pieces.ts';

/** Which blocks are folded: those of a large graph, until the user unfolds them or chooses a task inside. */
export function useFolded(nodes: readonly OutlineNode[], chosen: string | undefined) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  useEffect(() => {
    const outer = blocksAround(nodes, chosen);
    if (outer.length > 0) setToggled((all) => new Map([...all, ...outer.map((path) => [path, false] as const)]));
    // Later changes of the tasks must not unfold what the user has folded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen]);
  const folded = useMemo(() => {
    const paths = new Set(foldedAtFirst(nodes));
    for (const [path, isFolded] of toggled) {
      if (isFolded) paths.add(path);
      else paths.delete(path);
    }
    return paths;
  }, [nodes, toggled]);
  const fold = (paths: readonly string[], isFolded: boolean) =>
    setToggled((all) => new Map([...all, ...paths.map((path) => [path, isFolded] as const)]));
  return { folded, fold };
}

function blocksAround(nodes: readonly OutlineNode[], path: string | undefined): readonly string[] {
  const parent = nodes.find((node) => node.path === path)?.parent;
  return parent === undefined ? [] : [parent, ...blocksAround(nodes, parent)];
}
