import { executionArgument } from '../declaration/common-arguments.ts';
import { stateLine } from '../executions/execution-text.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';

export const stopCommand = gatewayCommand({
  summary: 'stop an execution',
  description: `
Requests the end of a queued or running execution and prints its state. The execution is KILLED after its finally tasks
have run; \`flowgate logs --follow\` waits for that.`,
  arguments: executionArgument,
  exit: { 1: 'the execution has already ended, or was not found' },
  examples: [{ line: 'flowgate stop 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'Stop an execution' }],
  run: async ({ args, connection }, { stdout }) =>
    stdout.write(`${stateLine(await new ExecutionClient(connection).stop(args.EXECUTION))}\n`),
});
