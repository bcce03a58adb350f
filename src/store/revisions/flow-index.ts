import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { FlowSummary } from './flow-revision.ts';
import type { FlowOrder } from './revision-store.ts';

/** The flows in an index: those that are not deleted, the deleted ones, or those with a label. */
export type IndexScope = 'live' | 'deleted' | `label:${string}`;

export const labelScope = (label: { readonly name: string; readonly value: string }): IndexScope =>
  `label:${label.name}=${label.value}`;

/**
 * The flow of an index member. Its words are separated by a space, which no id contains and which sorts before every
 * character of an id: `namespace id`, `id namespace`, or `time namespace id`.
 */
export function flowOfMember(order: FlowOrder, member: string): FlowKey {
  const words = member.split(' ');
  const [first = '', second = ''] = words.slice(-2);
  return order === 'id' ? { namespace: second, id: first } : { namespace: first, id: second };
}

/** The inverse. */
export function memberOfFlow(
  order: FlowOrder,
  { namespace, id, updatedAt }: Pick<FlowSummary, 'namespace' | 'id' | 'updatedAt'>,
): string {
  const byNamespace = `${namespace} ${id}`;
  if (order === 'namespace') return byNamespace;
  return order === 'id' ? `${id} ${namespace}` : `${updatedAt} ${byNamespace}`;
}
