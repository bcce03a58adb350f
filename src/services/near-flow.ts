import type { Caller } from '../access/caller.ts';
import { flowName, type FlowKey } from '../flow/flow-key.ts';
import { nearestWord } from '../problem/nearest-word.ts';
import type { RevisionStore } from '../revision/revision-store.ts';

/**
 * A sentence that names the flow that was most likely meant by a name that no flow has, to be appended to a message: one of
 * the same namespace, or one with the same id elsewhere. Empty when none is near that the caller may read.
 * @throws {AppError} store-unavailable
 */
export async function didYouMeanFlow(store: Pick<RevisionStore, 'neighbours'>, { namespace, id }: FlowKey, caller: Caller): Promise<string> {
  const flows = (await store.neighbours({ namespace, id })).filter((flow) => caller.may('read', flow.namespace));
  const here = nearestWord(id, flows.filter((flow) => flow.namespace === namespace).map((flow) => flow.id));
  const elsewhere = nearestWord(namespace, flows.filter((flow) => flow.id === id).map((flow) => flow.namespace));
  const nearest = here !== undefined ? { namespace, id: here } : elsewhere !== undefined ? { namespace: elsewhere, id } : undefined;
  return nearest === undefined ? '' : ` Did you mean ${JSON.stringify(flowName(nearest))}?`;
}
