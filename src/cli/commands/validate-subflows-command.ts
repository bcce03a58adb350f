import { flowName } from '../../language/flow/flow-key.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption, revisionOption } from '../declaration/common-options.ts';
import { FlowClient, flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { amount, printProblems } from '../problems/print-problems.ts';
import { jsonText } from '../terminal-text.ts';

export const validateSubflowsCommand = gatewayCommand({
  summary: 'check the flows that a flow on a server calls',
  description: `
Checks whether the flows that a flow calls exist now, whether its values fit their inputs, and whether the calls form a
cycle. Prints a line for each problem. \`flowgate validate\` checks the calls between files.`,
  arguments: flowArgument,
  options: { ...revisionOption('the calls of this revision instead of the latest'), ...formatOption },
  exit: { 0: 'no call has an error', 1: 'a call has an error, or the flow was not found' },
  examples: [{ line: 'flowgate validate-subflows devops/release', does: 'Check what a flow calls' }],
  run: async ({ args: { FLOW: key }, options: { revision, format }, connection }, terminal) => {
    const call = connection.client.POST('/flows/{namespace}/{flow_id}/validate-subflows', {
      params: { path: flowPath(key), query: { revision } },
    });
    const checked = await connection.body(call, ['valid', 'errors', 'warnings', 'subflows']);
    if (format === 'json') terminal.stdout.write(jsonText(checked));
    else {
      const { errors, warnings, subflows } = checked;
      const problems = [...errors, ...warnings];
      // The source is only needed to show the places.
      const source = problems.length === 0 ? undefined : await new FlowClient(connection).read(key, revision);
      const file = source === undefined ? flowName(key) : `${flowName(key)}@${source.revision}`;
      await printProblems([{ file, text: source?.bytes.toString('utf8') ?? '', problems }], terminal.stdout);
      const counts = [amount(errors.length, 'error'), amount(warnings.length, 'warning')];
      terminal.stderr.write(`${amount(subflows.length, 'call')} checked: ${counts.join(', ')}\n`);
    }
    return checked.valid ? 0 : 1;
  },
});
