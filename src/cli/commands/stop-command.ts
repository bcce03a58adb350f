import { defineCommand } from '../declaration/command-declaration.ts';
import { executionArgument } from '../declaration/common-arguments.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const stopCommand = defineCommand({
  summary: 'stop an execution',
  description: `
Requests the end of a queued or running execution and prints its state. The execution is KILLED after its finally tasks
have run; \`flowgate logs --follow\` waits for that.`,
  arguments: executionArgument,
  options: gatewayOptions,
  exit: { 1: 'the execution has already ended, or was not found' },
  examples: [{ line: 'flowgate stop 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'Stop an execution' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/stop.ts')).stopExecution(args.EXECUTION, options, terminal),
});
