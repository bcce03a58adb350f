import { defineCommand } from '../declaration/command-declaration.ts';
import { executionArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/list-options.ts';
import { followedStatuses, followOptions, requestOptions, valueOptions } from '../executions/run-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const replayCommand = defineCommand({
  summary: 'run an execution again, with the same or changed values',
  description: `
Runs the same revision as an earlier execution. Values that you pass replace the earlier ones. Secrets and files must be
passed again.`,
  arguments: executionArgument,
  options: { ...valueOptions, ...requestOptions, ...followOptions, ...formatOption, ...gatewayOptions },
  exit: followedStatuses,
  examples: [
    {
      line: 'flowgate replay 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --follow',
      does: 'Run an execution again, and wait for its end',
    },
    { line: 'flowgate replay 01KBMW7XQ4E2N0V5R8T3Y6Z9AC -i user_name=Grace', does: 'Change a value' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/replay.ts')).replayExecution(args.EXECUTION, options, terminal),
});
