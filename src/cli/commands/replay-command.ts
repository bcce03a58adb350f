import type { Command } from '../command.ts';
import { followedStatusHelp } from '../executions/exit-status.ts';
import { requestOptions, valueOptions } from '../executions/run-options.ts';
import { startExecution } from '../executions/start-execution.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { onlyExecution, parseArguments } from '../parse-arguments.ts';

export const replayCommand: Command = {
  help: `Usage: flowgate replay [options] --server URL EXECUTION

Runs the same revision as an earlier execution. Values that you pass replace the earlier ones. Secrets and files must be
passed again. Accepts the options of \`flowgate run\` for a server.

${gatewayOptionsHelp}

${followedStatusHelp}
Without --follow, 0 means that the execution was accepted.`,
  async run(args, terminal) {
    const parsed = parseArguments(args, { ...gatewayOptions, ...valueOptions, ...requestOptions, format: {} }, [
      'follow',
      'strict',
    ]);
    const id = onlyExecution(parsed.positionals);
    const client = new ExecutionClient(openConnection(parsed.values, terminal));
    const flow = async () => {
      const { namespace, flowId, revision } = await client.read(id);
      return { namespace, id: flowId, revision };
    };
    return startExecution(parsed, { client, flow, start: (body, key) => client.replay(id, body, key) }, terminal);
  },
};
