import { confirm } from '../ask.ts';
import { executionIdOf } from '../executions/execution-id.ts';
import type { ExitStatus } from '../exit-status.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import type { Terminal } from '../terminal.ts';

export async function deleteExecutions(
  executions: readonly string[],
  { yes, ...server }: GatewayOptions & { readonly yes: boolean },
  terminal: Terminal,
): Promise<ExitStatus> {
  const ids = executions.map(executionIdOf);
  const client = new ExecutionClient(openConnection(server, terminal));
  if (!(await confirm(`Remove ${ids.join(', ')} for good?`, { yes }, terminal))) return 1;
  let status: ExitStatus = 0;
  for (const id of ids) {
    const outcome = await reportingRejection(terminal, async () => {
      await client.delete(id);
      terminal.stdout.write(`deleted ${id}\n`);
      return 0;
    });
    if (outcome !== 0) status = outcome;
  }
  return status;
}
