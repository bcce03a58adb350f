import type { Command } from '../command.ts';
import { followedStatusHelp } from '../executions/exit-status.ts';
import { requestOptions, requestOptionsHelp, valueOptions, valueOptionsHelp } from '../executions/run-options.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import {
  demandNoFileOptions,
  demandNoServerOptions,
  fileRunHelp,
  fileRunOptions,
  fileRunSwitches,
} from '../local/file-run-options.ts';
import { runTarget } from '../local/run-target.ts';
import { parseArguments } from '../parse-arguments.ts';

const options = {
  ...gatewayOptions,
  ...valueOptions,
  ...requestOptions,
  ...fileRunOptions,
  format: {},
  // An alias of --format.
  output: {},
} as const;

export const runCommand: Command = {
  help: `Usage: flowgate run [options] FILE
       flowgate run [options] --server URL NAMESPACE/FLOW

With FILE, runs the flow in a file on this machine, without a server, Redis or Jenkins, and waits for its end. Scripts run
as your user, in a temporary workspace, and do not see the environment variables of this shell except PATH, HOME and the
like. Prints the output of tasks on stdout; headings, states and outputs on stderr. FILE can be - for standard input.
Otherwise runs a flow on a server, and prints the id, state and URL of the execution; with --follow, prints the log on
stdout as it is written, and states, tasks and outputs on stderr. Values are converted to the types of their inputs.

${valueOptionsHelp}
  --strict                 treat WARNING as a failure
  --format text|json       json prints the execution as JSON once it has ended, and the log on stderr; without --follow, a
                           server's execution as it starts

For a flow in a file:
${fileRunHelp}

For a flow on a server:
  --follow                 wait for the end of the execution
${requestOptionsHelp}
${gatewayOptionsHelp}

${followedStatusHelp}
For a flow in a file, the first Ctrl-C stops the run: its final tasks run, and it ends as KILLED. A second one ends
everything at once. For a flow on a server, 0 without --follow means that the execution was accepted.`,
  async run(args, terminal) {
    const parsed = parseArguments(args, options, ['follow', 'strict', ...fileRunSwitches]);
    const target = runTarget(parsed, terminal);
    if ('file' in target) {
      demandNoServerOptions(parsed);
      const { runFlowFile } = await import('../local/run-flow-file.ts');
      return runFlowFile(target.file, parsed, terminal);
    }
    demandNoFileOptions(parsed);
    const { runStoredFlow } = await import('../executions/run-stored-flow.ts');
    return runStoredFlow(target.stored, parsed, terminal);
  },
};
