import type { ExitStatus, Terminal } from '../command.ts';
import { onlyFlow } from '../flows/flow-name.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { openConnection } from '../gateway/open-connection.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { startExecution } from './start-execution.ts';

/** Runs a flow on a server. @param word `namespace/id` @throws as startExecution */
export async function runStoredFlow(word: string, parsed: ParsedArguments, terminal: Terminal): Promise<ExitStatus> {
  const flow = onlyFlow([word]);
  const client = new ExecutionClient(openConnection(parsed.values, terminal));
  return startExecution(
    parsed,
    { client, flow: async () => flow, start: (body, key) => client.run(flow, body, key) },
    terminal,
  );
}
