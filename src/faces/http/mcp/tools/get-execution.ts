import { argument, defineTool } from '../tool.ts';
import { executionData, stateSentence } from './execution-data.ts';

export const getExecution = defineTool<{ readonly execution_id: string }>({
  name: 'get_execution',
  title: 'Read an execution',
  description:
    'Returns the state of an execution, its tasks, why it failed, and its outputs. SUCCESS, WARNING, FAILED and KILLED are final; otherwise ask again, at first after 5 seconds and then less often. If it waits for a person, tell the user and give them the link: you cannot approve anything.',
  properties: { execution_id: argument.executionId },
  required: ['execution_id'],
  operation: 'getExecution',
  call: async ({ execution_id: id }, context) => {
    const execution = await context.services.executions.show(id, context.caller);
    return { summary: stateSentence(execution, context), data: executionData(execution, context) };
  },
});
