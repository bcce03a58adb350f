import type { ExitStatus } from '../exit-status.ts';
import type { Terminal } from '../terminal.ts';
import { flowOf } from '../flows/flow-name.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { openConnection } from '../gateway/open-connection.ts';
import type { RunOptions } from './run-options.ts';
import { startExecution } from './start-execution.ts';

/** Runs a flow on a server. @param word `namespace/id` @throws as startExecution */
export async function runStoredFlow(word: string, options: RunOptions, terminal: Terminal): Promise<ExitStatus> {
  const flow = flowOf(word);
  const client = new ExecutionClient(openConnection(options, terminal));
  return startExecution(
    options,
    { client, flow: async () => flow, start: (body, key) => client.run(flow, body, key) },
    terminal,
  );
}
