/** A namespace, or the start of several. */
export interface NamespaceNode {
  /** Such as `company.shop`. */
  readonly namespace: string;
  /** Its last part, or its last parts if nothing else starts like it. */
  readonly title: string;
  /** Its own flows; 0 if it is only the start of others. */
  readonly flows: number;
  readonly children: readonly NamespaceNode[];
}

interface Namespace {
  readonly namespace: string;
  readonly flows: number;
}

/** Namespaces as a tree by their dots; starts that have only one namespace below them take no level of their own. */
export function namespaceTree(namespaces: readonly Namespace[], parent = ''): readonly NamespaceNode[] {
  const groups = new Map<string, Namespace[]>();
  for (const each of namespaces) {
    const [part = ''] = each.namespace.slice(parent.length).split('.', 1);
    groups.set(part, [...(groups.get(part) ?? []), each]);
  }
  return [...groups].map(([part, group]) => nodeOf(group, parent, part));
}

function nodeOf(group: readonly Namespace[], parent: string, part: string): NamespaceNode {
  const only = group.length === 1 ? group[0] : undefined;
  const namespace = only?.namespace ?? `${parent}${part}`;
  const title = namespace.slice(parent.length);
  const below = group.filter((each) => each.namespace.length > namespace.length);
  const flows = group.find((each) => each.namespace === namespace)?.flows ?? 0;
  return { namespace, title, flows, children: namespaceTree(below, `${namespace}.`) };
}
