import { executionStates } from '../../execution/record/execution-state.ts';
import { listOptions } from '../declaration/common-options.ts';
import { executionColumns } from '../executions/execution-text.ts';
import { labelFilter, readNamespaceOrFlow } from '../flows/flow-name.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printTable } from '../print-result.ts';

export const executionsCommand = gatewayCommand({
  summary: 'list executions, newest first',
  description: 'Lists the executions that you may read, optionally only those of a namespace or a flow.',
  arguments: {
    TARGET: {
      summary: 'a namespace, or a flow as NAMESPACE/ID',
      optional: true,
      completion: 'flow',
      read: readNamespaceOrFlow,
    },
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
  },
  examples: [
    { line: 'flowgate executions --state FAILED --limit 5', does: 'List the last five failures' },
    { line: 'flowgate executions examples/hello --format json', does: 'Print the executions of a flow as JSON' },
  ],
  run: async ({ args, options, connection }, terminal) => {
    const { state, label } = options;
    const filter = {
      namespace: args.TARGET?.namespace,
      flow_id: args.TARGET?.id,
      state: state.length === 0 ? undefined : [...state],
      label: labelFilter(label),
    };
    const read = (page: object) => connection.client.GET('/executions', { params: { query: { ...filter, ...page } } });
    const executions = await connection.list('executions', read, options, terminal);
    printTable(executions, executionColumns(new Date()), options, terminal);
  },
});
