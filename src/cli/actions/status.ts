import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';

import { executionIdOf } from '../executions/execution-id.ts';
import { executionText } from '../executions/execution-text.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { reportRejection } from '../gateway/gateway-error.ts';
import { jsonText } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

export async function printStatus(
  execution: string,
  options: GatewayOptions & { readonly format: TextOrJson },
  terminal: Terminal,
): Promise<ExitStatus> {
  const id = executionIdOf(execution);
  const client = new ExecutionClient(openConnection(options, terminal));
  try {
    const record = await client.read(id);
    terminal.stdout.write(options.format === 'json' ? jsonText(record) : executionText(record, new Date()));
    return 0;
  } catch (error) {
    return reportRejection(error, terminal);
  }
}
