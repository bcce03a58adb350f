import { confirm } from '../ask.ts';
import { executionArgument } from '../declaration/common-arguments.ts';
import { confirmationOption } from '../declaration/common-options.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { forEachReporting } from '../gateway/gateway-error.ts';

export const deleteCommand = gatewayCommand({
  summary: 'delete executions',
  description: `
Permanently deletes executions that have ended, with their logs, outputs and artifacts, after confirmation.
Builds in Jenkins stay. \`flowgate flows delete\` deletes flows.`,
  arguments: { EXECUTION: { ...executionArgument.EXECUTION, repeated: true } },
  options: confirmationOption,
  exit: { 1: 'an execution was not found or has not ended, you may not delete it, or the answer was no' },
  examples: [
    { line: 'flowgate delete 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'Delete an execution' },
    { line: 'flowgate delete 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --yes', does: 'Delete it in a script' },
  ],
  run: async ({ args, options, connection }, terminal) => {
    const ids = args.EXECUTION;
    if (!(await confirm(`Remove ${ids.join(', ')} for good?`, options, terminal))) return 1;
    return forEachReporting(ids, terminal, async (id) => {
      await connection.client.DELETE('/executions/{execution_id}', { params: { path: { execution_id: id } } });
      terminal.stdout.write(`deleted ${id}\n`);
    });
  },
});
