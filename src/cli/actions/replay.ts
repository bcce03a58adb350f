import type { ExitStatus } from '../exit-status.ts';

import { executionIdOf } from '../executions/execution-id.ts';
import type { RunOptions } from '../executions/run-options.ts';
import { startExecution } from '../executions/start-execution.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { openConnection } from '../gateway/open-connection.ts';
import type { Terminal } from '../terminal.ts';

export async function replayExecution(execution: string, options: RunOptions, terminal: Terminal): Promise<ExitStatus> {
  const id = executionIdOf(execution);
  const client = new ExecutionClient(openConnection(options, terminal));
  const flow = async () => {
    const { namespace, flowId, revision } = await client.read(id);
    return { namespace, id: flowId, revision };
  };
  return startExecution(options, { client, flow, start: (body, key) => client.replay(id, body, key) }, terminal);
}
