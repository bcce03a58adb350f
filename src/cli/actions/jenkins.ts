import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { flowOf } from '../flows/flow-name.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

export interface JobOptions extends GatewayOptions {
  readonly revision?: number;
  readonly format: TextOrJson;
}

/** Creates or updates the job of a flow in Jenkins, without a run. */
export async function pushJob(
  flow: string,
  { revision, format, ...server }: JobOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const path = flowPath(flowOf(flow));
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
    const call = connection.client.POST('/flows/{namespace}/{flow_id}/push', { params: { path, query: { revision } } });
    const job = await connection.body(call, ['url', 'change', 'revision']);
    const line = `${job.change} the job of ${flow}, revision ${job.revision}: ${job.url}`;
    terminal.stdout.write(format === 'json' ? jsonText(job) : `${withoutControls(line)}\n`);
    return 0;
  });
}
