import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { flowName } from '../../../../../src/language/flow/flow-key.ts';

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
 * @param direction `calls` for the flows that it calls, `calledBy` for those that call it
 */
export function callTree(
  { namespace, id, nodes, edges }: Pick<Dependencies, 'namespace' | 'id' | 'nodes' | 'edges'>,
  direction: 'calls' | 'calledBy',
): readonly CallNode[] {
  const [near, far] = direction === 'calls' ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const existing = new Set(nodes.filter(({ exists }) => exists).map(flowName));
  const unfolded = new Set<string>([flowName({ namespace, id })]);
  return childrenOf({ namespace, id });

  function childrenOf(flow: FlowKey): readonly CallNode[] {
    const name = flowName(flow);
    const next = edges.filter((edge) => flowName(edge[near]) === name).map((edge) => edge[far]);
    return next.map((child) => {
      const childName = flowName(child);
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
