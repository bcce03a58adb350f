import type { Schema } from '../../../../../src/api-client/operation-types.ts';

type FlowKey = Schema<'FlowKey'>;
type Dependencies = Schema<'Dependencies'>;

/** A flow among those that are called, or that call. */
export interface CallNode {
  readonly flow: FlowKey;
  /** False if the flow is not stored, or may not be read. */
  readonly exists: boolean;
  /** Whether its own calls are shown elsewhere: above in a cycle, or at its first place. */
  readonly isRepeated: boolean;
  readonly children: readonly CallNode[];
}

/**
 * The graph of calls as a tree, from one flow on. Each flow is unfolded once, so that cycles and diamonds stay finite.
 * @param direction `calls` for what the flow calls, `calledBy` for who calls it
 */
export function callTree(
  { namespace, id, nodes, edges }: Pick<Dependencies, 'namespace' | 'id' | 'nodes' | 'edges'>,
  direction: 'calls' | 'calledBy',
): readonly CallNode[] {
  const [near, far] = direction === 'calls' ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const existing = new Set(nodes.filter(({ exists }) => exists).map(nameOf));
  const unfolded = new Set<string>([nameOf({ namespace, id })]);
  return childrenOf({ namespace, id });

  function childrenOf(flow: FlowKey): readonly CallNode[] {
    const name = nameOf(flow);
    const next = edges.filter((edge) => nameOf(edge[near]) === name).map((edge) => edge[far]);
    return next.map((child) => {
      const childName = nameOf(child);
      const isRepeated = unfolded.has(childName);
      unfolded.add(childName);
      return {
        flow: child,
        exists: existing.has(childName),
        isRepeated,
        children: isRepeated ? [] : childrenOf(child),
      };
    });
  }
}

export function nameOf({ namespace, id }: FlowKey): string {
  return `${namespace}/${id}`;
}
