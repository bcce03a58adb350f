import type { Command } from '../command.ts';
import { followedStatusHelp } from '../executions/follow-to-end.ts';
import { runOptions, runOptionsHelp } from '../executions/run-options.ts';
import { startExecution } from '../executions/start-execution.ts';
import { onlyFlow } from '../flows/flow-name.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayOptions, gatewayOptionsHelp, openConnection } from '../gateway/gateway-options.ts';
import { parseArguments } from '../parse-arguments.ts';

export const runCommand: Command = {
  help: `Usage: flowgate run [options] --server URL NAMESPACE/FLOW

Runs a flow and prints the id, state and URL of the execution. Values are converted to the types of their inputs.
With --follow, prints the log on stdout as it is written, and states, tasks and outputs on stderr.

${runOptionsHelp}
  --follow                 wait for the end of the execution
  --strict                 treat WARNING as a failure
  --format text|json       json prints the execution as JSON; with --follow, once it has ended, and the log on stderr
${gatewayOptionsHelp}

${followedStatusHelp}
Without --follow, 0 means that the execution was accepted.`,
  async run(args, terminal) {
    const parsed = parseArguments(args, { ...gatewayOptions, ...runOptions, format: {} }, ['follow', 'strict']);
    const flow = onlyFlow(parsed.positionals);
    const client = new ExecutionClient(openConnection(parsed.values, terminal));
    return startExecution(
      parsed,
      { client, flow: async () => flow, start: (body, key) => client.run(flow, body, key) },
      terminal,
    );
  },
};
