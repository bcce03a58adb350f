import type { FlowKey } from './api/flow-queries.ts';

/** The page of a flow, for a link or a navigation. */
export const flowPage = ({ namespace, id }: FlowKey) =>
  ({ to: '/ui/flows/$namespace/$flowId', params: { namespace, flowId: id } }) as const;

export const executionPage = (executionId: string) =>
  ({ to: '/ui/executions/$executionId', params: { executionId } }) as const;
