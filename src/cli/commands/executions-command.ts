import type { QueryParameters, Schema } from '../../contract/operation-types.ts';
import { executionStates, type ExecutionState } from '../../execution/record/execution-state.ts';
import { didYouMean } from '../../problem/nearest-word.ts';
import { UsageError, type Command } from '../command.ts';
import { executionTable } from '../executions/execution-text.ts';
import { readNamespaceOrFlow } from '../flows/flow-name.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { isJsonAsked, parseArguments, positiveNumber } from '../parse-arguments.ts';
import { jsonText } from '../terminal-text.ts';

export const executionsCommand: Command = {
  help: `Usage: flowgate executions [options] --server URL [NAMESPACE[/FLOW]]

Lists the executions that you may read, optionally only those of a namespace or a flow.

  --state STATE        only executions in this state; repeat to match any of several states:
                       ${executionStates.join(', ')}
  --label NAME=VALUE   only executions with this label; repeat to require several labels
  --limit N            max number of executions (default: 20)
  --format text|json   a table, or JSON with all fields
${gatewayOptionsHelp}

Exit status: 0 on success, 2 when the server cannot be used.`,
  async run(args, terminal) {
    const { values, lists, positionals } = parseArguments(args, {
      ...gatewayOptions,
      state: { multiple: true },
      label: { multiple: true },
      limit: {},
      format: {},
    });
    const [word, ...others] = positionals;
    if (others.length > 0) throw new UsageError('specify at most one namespace or flow.');
    const { namespace, id } = word === undefined ? {} : readNamespaceOrFlow(word);
    const query: QueryParameters<'listExecutions'> = {
      namespace,
      flow_id: id,
      state: lists.state?.map(readState),
      label: lists.label?.map((label) => label.replace('=', ':')),
    };
    const isJson = isJsonAsked(values);
    const executions: Schema<'Execution'>[] = [];
    const client = new ExecutionClient(openConnection(values, terminal));
    for await (const execution of client.list(query, positiveNumber(values, 'limit') ?? 20)) executions.push(execution);
    terminal.stdout.write(isJson ? jsonText(executions) : executionTable(executions, new Date()));
    return 0;
  },
};

/** Ignores case. @throws {UsageError} */
function readState(text: string): ExecutionState {
  const state = executionStates.find((each) => each === text.toUpperCase());
  if (state === undefined)
    throw new UsageError(
      `--state is ${JSON.stringify(text)}; allowed: ${executionStates.join(', ')}.${didYouMean(text, executionStates)}`,
    );
  return state;
}
