import type { Command } from '../command.ts';
import { executionText } from '../executions/execution-text.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { reportRejection } from '../gateway/gateway-error.ts';
import { isJsonAsked, onlyExecution, parseArguments } from '../parse-arguments.ts';
import { jsonText } from '../terminal-text.ts';

export const statusCommand: Command = {
  help: `Usage: flowgate status [--format text|json] --server URL EXECUTION

Prints the state of an execution, its build, its tasks with their durations, and its outputs.

${gatewayOptionsHelp}

Exit status: 0 on success whatever the state, 1 when the execution was not found or you may not read it, 2 when the server
cannot be used.`,
  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, { ...gatewayOptions, format: {} });
    const isJson = isJsonAsked(values);
    const id = onlyExecution(positionals);
    const client = new ExecutionClient(openConnection(values, terminal));
    try {
      const execution = await client.read(id);
      terminal.stdout.write(isJson ? jsonText(execution) : executionText(execution, new Date()));
      return 0;
    } catch (error) {
      return reportRejection(error, terminal);
    }
  },
};
