import { executionArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/common-options.ts';
import { executionText } from '../executions/execution-text.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printResult } from '../print-result.ts';

export const statusCommand = gatewayCommand({
  summary: 'print the state of an execution',
  description: 'Prints the state of an execution, its build, its tasks with their durations, and its outputs.',
  arguments: executionArgument,
  options: formatOption,
  exit: { 0: 'success, whatever the state', 1: 'the execution was not found, or you may not read it' },
  examples: [{ line: 'flowgate status 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'Print the state of an execution' }],
  run: async ({ args, options, connection }, terminal) => {
    const execution = await new ExecutionClient(connection).read(args.EXECUTION);
    printResult(execution, executionText(execution, new Date()), options, terminal);
  },
});
