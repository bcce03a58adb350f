import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { QueryParameters } from '../../api-client/operation-types.ts';
import type { ExecutionState } from '../../execution/record/execution-state.ts';
import { type Terminal } from '../terminal.ts';
import { executionTable } from '../executions/execution-text.ts';
import { readNamespaceOrFlow } from '../flows/flow-name.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { firstOf } from '../gateway/first-of.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { jsonText } from '../terminal-text.ts';

export interface ExecutionListOptions extends GatewayOptions {
  readonly state: readonly ExecutionState[];
  readonly label: readonly string[];
  readonly limit: number;
  readonly format: TextOrJson;
}

export async function listExecutions(
  target: string | undefined,
  options: ExecutionListOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { state, label, limit, format } = options;
  const { namespace, id } = target === undefined ? {} : readNamespaceOrFlow(target);
  const query: QueryParameters<'listExecutions'> = {
    namespace,
    flow_id: id,
    state: state.length === 0 ? undefined : [...state],
    label: label.length === 0 ? undefined : label.map((pair) => pair.replace('=', ':')),
  };
  const client = new ExecutionClient(openConnection(options, terminal));
  const executions = await firstOf((max) => client.list(query, max), limit, terminal);
  terminal.stdout.write(format === 'json' ? jsonText(executions) : executionTable(executions, new Date()));
  return 0;
}
