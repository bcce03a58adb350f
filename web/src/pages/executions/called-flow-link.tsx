import { Link } from '@tanstack/react-router';
import type { CalledFlow } from './use-called-flows.ts';

/** The flow that a task calls. */
export function CalledFlowLink({ flow }: { readonly flow: CalledFlow | undefined }) {
  if (flow === undefined) return undefined;
  const { namespace, id, revision } = flow;
  return (
    <Link
      to="/ui/flows/$namespace/$flowId"
      params={{ namespace, flowId: id }}
      search={{ tab: 'source', ...(revision !== undefined && { revision: String(revision) }) }}
      title={`The flow ${namespace}/${id}${revision === undefined ? '' : `, revision ${revision}`}`}
    >
      {namespace}/{id}
    </Link>
  );
}
