import { executionStates } from '../../execution/record/execution-state.ts';
import { defineCommand } from '../declaration/command-declaration.ts';
import { listOptions } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const executionsCommand = defineCommand({
  summary: 'list executions, newest first',
  description: 'Lists the executions that you may read, optionally only those of a namespace or a flow.',
  arguments: {
    TARGET: { summary: 'a namespace, or a flow as NAMESPACE/ID', optional: true, completion: 'flow' },
  },
  options: {
    state: {
      value: 'STATE',
      repeated: true,
      allowed: executionStates,
      summary: 'only executions in this state, or in any of several',
    },
    label: { value: 'NAME=VALUE', repeated: true, summary: 'only executions with this label, or with all of several' },
    ...listOptions,
    ...gatewayOptions,
  },
  examples: [
    { line: 'flowgate executions --state FAILED --limit 5', does: 'List the last five failures' },
    { line: 'flowgate executions examples/hello --format json', does: 'Print the executions of a flow as JSON' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/executions.ts')).listExecutions(args.TARGET, options, terminal),
});
