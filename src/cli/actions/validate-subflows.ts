import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { flowOf } from '../flows/flow-name.ts';
import { FlowClient, flowPath } from '../gateway/flow-client.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import type { FileReport } from '../problems/file-report.ts';
import { amount, printProblems } from '../problems/print-problems.ts';
import { jsonText } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

/** Checks the calls of a stored flow, and prints their problems at their places in its source. */
export async function validateSubflows(
  flow: string,
  { revision, format, ...server }: GatewayOptions & { readonly revision?: number; readonly format: TextOrJson },
  terminal: Terminal,
): Promise<ExitStatus> {
  const key = flowOf(flow);
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
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
      const text = source?.bytes.toString('utf8') ?? '';
      const report: FileReport = { file: source === undefined ? flow : `${flow}@${source.revision}`, text, problems };
      await printProblems([report], terminal.stdout);
      const counts = [amount(errors.length, 'error'), amount(warnings.length, 'warning')];
      terminal.stderr.write(`${amount(subflows.length, 'call')} checked: ${counts.join(', ')}\n`);
    }
    return checked.valid ? 0 : 1;
  });
}
