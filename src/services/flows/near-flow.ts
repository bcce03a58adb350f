import type { Caller } from '../../access/caller.ts';
import { flowName, flowOfName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { Suggestions } from '../../language/document/suggestions.ts';
import type { RevisionStore } from '../../store/revisions/revision-store.ts';

export interface NearFlowSearch {
  readonly store: Pick<RevisionStore, 'neighbours'>;
  /** Is told only of flows that they may read. */
  readonly caller: Caller;
  /** One for all the names that a request has wrong. */
  readonly suggestions: Suggestions;
}

/**
 * A sentence that names the flow that was most likely meant by a name that no flow has, to be appended to a message: one of
 * the same namespace, or one with the same id elsewhere. Empty when none is near.
 * @throws {AppError} store-unavailable
 */
export async function didYouMeanFlow(
  { namespace, id }: FlowKey,
  { store, caller, suggestions }: NearFlowSearch,
): Promise<string> {
  if (suggestions.isSpent) return '';
  const flows = (await store.neighbours({ namespace, id })).filter(
    (flow) => caller.may('read', flow.namespace) && caller.sees(flow.namespace),
  );
  const here = flows.filter((flow) => flow.namespace === namespace).map(flowName);
  const elsewhere = flows.filter((flow) => flow.id === id).map(flowName);
  const nearest =
    suggestions.nearest(id, here, (name) => flowOfName(name).id) ??
    suggestions.nearest(namespace, elsewhere, (name) => flowOfName(name).namespace);
  return nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
}
