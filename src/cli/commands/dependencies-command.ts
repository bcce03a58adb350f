import type { Schema } from '../../api-client/operation-types.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/common-options.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printResult } from '../print-result.ts';
import { withoutControls } from '../terminal-text.ts';

export const dependenciesCommand = gatewayCommand({
  summary: 'print which flows a flow calls, and which call it',
  description: `
Prints the flows that a flow calls directly and those that call it, according to their latest revisions. With --format json,
prints the whole graph.`,
  arguments: flowArgument,
  options: formatOption,
  exit: { 1: 'the flow was not found, or you may not read it' },
  examples: [{ line: 'flowgate dependencies examples/hello', does: 'Print what depends on a flow' }],
  run: async ({ args, options, connection: { client, body } }, terminal) => {
    const call = client.GET('/flows/{namespace}/{flow_id}/dependencies', { params: { path: flowPath(args.FLOW) } });
    const found = await body(call, ['calls', 'calledBy', 'nodes']);
    printResult(found, graphText(found), options, terminal);
  },
});

function graphText({ calls, calledBy, nodes, truncated }: Schema<'Dependencies'>): string {
  const missing = new Set(nodes.filter(({ exists }) => !exists).map(flowName));
  const line = (verb: string) => (key: Schema<'FlowKey'>) =>
    `${verb.padEnd(9)}  ${withoutControls(flowName(key))}${missing.has(flowName(key)) ? ' (not found)' : ''}\n`;
  const lines = [...calls.map(line('calls')), ...calledBy.map(line('called by'))];
  if (lines.length === 0) return 'calls no flow, and no flow calls it\n';
  return `${lines.join('')}${truncated ? 'and more: the graph is too large for one response\n' : ''}`;
}
