import type { Schema } from '../../api-client/operation-types.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { flowOf } from '../flows/flow-name.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

/** Prints the flows that a flow calls and those that call it. */
export async function printDependencies(
  flow: string,
  { format, ...server }: GatewayOptions & { readonly format: TextOrJson },
  terminal: Terminal,
): Promise<ExitStatus> {
  const path = flowPath(flowOf(flow));
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
    const call = connection.client.GET('/flows/{namespace}/{flow_id}/dependencies', { params: { path } });
    const found = await connection.body(call, ['calls', 'calledBy', 'nodes']);
    terminal.stdout.write(format === 'json' ? jsonText(found) : graphText(found));
    return 0;
  });
}

function graphText({ calls, calledBy, nodes, truncated }: Schema<'Dependencies'>): string {
  const missing = new Set(nodes.filter(({ exists }) => !exists).map(flowName));
  const line = (verb: string) => (key: Schema<'FlowKey'>) =>
    `${verb.padEnd(9)}  ${withoutControls(flowName(key))}${missing.has(flowName(key)) ? ' (not found)' : ''}\n`;
  const lines = [...calls.map(line('calls')), ...calledBy.map(line('called by'))];
  if (lines.length === 0) return 'calls no flow, and no flow calls it\n';
  return `${lines.join('')}${truncated ? 'and more: the graph is too large for one response\n' : ''}`;
}
