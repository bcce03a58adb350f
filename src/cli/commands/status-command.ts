import { defineCommand } from '../declaration/command-declaration.ts';
import { executionArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const statusCommand = defineCommand({
  summary: 'print the state of an execution',
  description: 'Prints the state of an execution, its build, its tasks with their durations, and its outputs.',
  arguments: executionArgument,
  options: { ...formatOption, ...gatewayOptions },
  exit: { 0: 'success, whatever the state', 1: 'the execution was not found, or you may not read it' },
  examples: [{ line: 'flowgate status 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'Print the state of an execution' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/status.ts')).printStatus(args.EXECUTION, options, terminal),
});
