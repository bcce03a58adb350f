import type { ExitStatus } from '../exit-status.ts';

import { executionIdOf } from '../executions/execution-id.ts';
import { stateLine } from '../executions/execution-text.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { reportRejection } from '../gateway/gateway-error.ts';
import type { Terminal } from '../terminal.ts';

export async function stopExecution(
  execution: string,
  options: GatewayOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const id = executionIdOf(execution);
  const client = new ExecutionClient(openConnection(options, terminal));
  try {
    terminal.stdout.write(`${stateLine(await client.stop(id))}\n`);
    return 0;
  } catch (error) {
    return reportRejection(error, terminal);
  }
}
