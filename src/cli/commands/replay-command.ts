import { executionArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/common-options.ts';
import { followedStatuses, followOptions, requestOptions, valueOptions } from '../executions/run-options.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';

export const replayCommand = gatewayCommand({
  summary: 'run an execution again, with the same or changed values',
  description: `
Runs the same revision as an earlier execution. Values that you pass replace the earlier ones. Secrets and files must be
passed again.`,
  arguments: executionArgument,
  options: { ...valueOptions, ...requestOptions, ...followOptions, ...formatOption },
  exit: followedStatuses,
  examples: [
    {
      line: 'flowgate replay 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --follow',
      does: 'Run an execution again, and wait for its end',
    },
    { line: 'flowgate replay 01KBMW7XQ4E2N0V5R8T3Y6Z9AC -i user_name=Grace', does: 'Change a value' },
  ],
  run: async ({ args: { EXECUTION: id }, options, connection }, terminal) => {
    const { startExecution } = await import('../executions/start-execution.ts'); // loads a parser
    const client = new ExecutionClient(connection);
    const flow = async () => {
      const { namespace, flowId, revision } = await client.read(id);
      return { namespace, id: flowId, revision };
    };
    return startExecution(options, { client, flow, start: (body, key) => client.replay(id, body, key) }, terminal);
  },
});
