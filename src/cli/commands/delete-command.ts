import { defineCommand } from '../declaration/command-declaration.ts';
import { executionArgument } from '../declaration/common-arguments.ts';
import { confirmationOption } from '../declaration/confirmation-option.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const deleteCommand = defineCommand({
  summary: 'delete executions',
  description: `
Permanently deletes executions that have ended, with their logs, outputs and artifacts, after confirmation.
Builds in Jenkins stay. \`flowgate flows delete\` deletes flows.`,
  arguments: { EXECUTION: { ...executionArgument.EXECUTION, repeated: true } },
  options: { ...confirmationOption, ...gatewayOptions },
  exit: { 1: 'an execution was not found or has not ended, you may not delete it, or the answer was no' },
  examples: [
    { line: 'flowgate delete 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'Delete an execution' },
    { line: 'flowgate delete 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --yes', does: 'Delete it in a script' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/delete.ts')).deleteExecutions(args.EXECUTION, options, terminal),
});
