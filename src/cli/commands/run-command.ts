import { defineCommand } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/common-options.ts';
import { followedStatuses, followOptions, requestOptions, valueOptions } from '../executions/run-options.ts';
import { flowOf } from '../flows/flow-name.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';
import { fileRunOptions, requireNoFileOptions, requireNoServerOptions } from '../local/file-run-options.ts';
import { runTarget } from '../local/run-target.ts';

const group = 'For a flow on a server';

export const runCommand = defineCommand({
  summary: 'run a flow in a file on this machine, or a flow on a server',
  description: `
Runs the flow in a file on this machine, without a server, Redis or Jenkins, and waits for its end. Scripts run as your
user, in a temporary workspace, and do not see the environment variables of this shell except PATH, HOME and the like.
Prints the output of tasks on standard output; headings, states and outputs on standard error. The first Ctrl-C stops the
run: its final tasks run, and it ends as KILLED. A second one ends everything at once.

If the argument is not a file, runs a flow on a server, and prints the id, state and URL of the execution. With --follow,
prints the log on standard output as it is written, and states, tasks and outputs on standard error.

Values are converted to the types of their inputs. Pass secrets with --input-env or --input-file: everyone on the machine
can see command lines.`,
  arguments: {
    FLOW: {
      summary: 'a file, - for standard input, or a flow on a server as NAMESPACE/ID',
      completion: 'flow-or-file',
    },
  },
  options: {
    ...valueOptions,
    strict: followOptions.strict,
    format: {
      ...formatOption.format,
      summary:
        'json prints the execution as JSON once it has ended, and its log on standard error; without --follow, an execution on a server as it starts',
    },
    ...fileRunOptions,
    follow: { ...followOptions.follow, group },
    label: { ...requestOptions.label, group },
    revision: { ...requestOptions.revision, group },
    'idempotency-key': { ...requestOptions['idempotency-key'], group },
    ...gatewayOptions,
  },
  exit: { ...followedStatuses, 130: 'Ctrl-C while following, which does not stop the execution' },
  examples: [
    { line: 'flowgate run hello.yaml --input user_name=Ada', does: 'Run a flow on this machine' },
    { line: 'flowgate run deploy.yaml --input-env token=DEPLOY_TOKEN', does: 'Pass a secret in a variable' },
    {
      line: 'flowgate run examples/hello --follow --inputs values.yaml --label ticket=ABC-1',
      does: 'Run a flow on a server, and wait for its end',
    },
  ],
  run: async ({ args, options }, terminal) => {
    const target = runTarget(args.FLOW, options, terminal);
    if ('file' in target) {
      requireNoServerOptions(options);
      const { runFlowFile } = await import('../local/run-flow-file.ts');
      return runFlowFile(target.file, options, terminal);
    }
    requireNoFileOptions(options);
    const flow = flowOf(target.stored);
    const { startExecution } = await import('../executions/start-execution.ts');
    const { openConnection } = await import('../gateway/open-connection.ts');
    const client = new ExecutionClient(openConnection(options, terminal));
    const start = { client, flow: async () => flow, start: client.run.bind(client, flow) };
    return reportingRejection(terminal, () => startExecution(options, start, terminal));
  },
});
