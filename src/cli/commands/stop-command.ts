import type { Command } from '../command.ts';
import { stateLine } from '../executions/execution-text.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { reportRejection } from '../gateway/gateway-error.ts';
import { onlyExecution, parseArguments } from '../parse-arguments.ts';

export const stopCommand: Command = {
  help: `Usage: flowgate stop --server URL EXECUTION

Requests the end of a queued or running execution and prints its state. The execution is KILLED after its finally tasks
have run; \`flowgate logs --follow\` waits for that.

${gatewayOptionsHelp}

Exit status: 0 on success, 1 when the execution has already ended or was not found, 2 when the server cannot be used.`,
  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, gatewayOptions);
    const id = onlyExecution(positionals);
    const client = new ExecutionClient(openConnection(values, terminal));
    try {
      terminal.stdout.write(`${stateLine(await client.stop(id))}\n`);
      return 0;
    } catch (error) {
      return reportRejection(error, terminal);
    }
  },
};
