import { argument, defineTool } from '../tool.ts';
import { executionData, stateSentence } from './execution-data.ts';

export const stopExecution = defineTool<{ readonly execution_id: string }>({
  name: 'stop_execution',
  title: 'Stop an execution',
  description:
    'Asks an execution to stop. It ends as KILLED after its final tasks have run; call get_execution to see when. Stop only executions that you started, or that the user named.',
  properties: { execution_id: argument.executionId },
  required: ['execution_id'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  operation: 'stopExecution',
  call: async ({ execution_id: id }, context) => {
    const { executions, stops } = context.services;
    const { flow, revision } = await executions.record(id);
    context.note({ namespace: flow.namespace, flowId: flow.id, revision, executionId: id });
    const execution = await stops.stop(id, context.caller);
    return {
      summary: `Asked the execution to stop. ${stateSentence(execution, context)}`,
      data: executionData(execution, context),
    };
  },
});
