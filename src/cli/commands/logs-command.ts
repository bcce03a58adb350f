import { defineCommand } from '../declaration/command-declaration.ts';
import { executionArgument } from '../declaration/common-arguments.ts';
import { followedStatuses } from '../executions/run-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const logsCommand = defineCommand({
  summary: 'print the log of an execution',
  description: `
Prints the log of an execution so far. With --follow, keeps printing until the execution ends, and prints its outcome on
standard error. After a lost connection, it continues where it stopped, for about three minutes.`,
  arguments: executionArgument,
  options: {
    follow: { summary: 'wait for the end of the execution' },
    strict: { summary: 'with --follow, treat WARNING as a failure' },
    task: { value: 'TASK', summary: 'only the log of the task with this id; SUBFLOW/TASK for a task of a subflow' },
    ...gatewayOptions,
  },
  exit: {
    ...followedStatuses,
    0: 'success; with --follow, SUCCESS or WARNING',
    1: 'the execution was not found, or you may not read it; with --follow, FAILED, or WARNING with --strict',
    3: 'with --follow, KILLED',
  },
  examples: [
    { line: 'flowgate logs 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --follow', does: 'Print the log as it is written' },
    { line: 'flowgate logs 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --task build', does: 'Print the log of one task' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/logs.ts')).printLogs(args.EXECUTION, options, terminal),
});
