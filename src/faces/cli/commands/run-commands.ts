import { defineCommand, type Commands } from '../declaration/command-declaration.ts';
import { executionArgument, flowArgument, formatOption, revisionOption } from '../declaration/common-words.ts';
import { noticeLines } from '../executions/execution-text.ts';
import { ciOptions, followedStatuses, followOptions, requestOptions, valueOptions } from '../executions/run-options.ts';
import { flowOf } from '../flows/flow-name.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';
import { fileRunOptions, requireNoFileOptions, requireNoServerOptions } from '../local/file-run-options.ts';
import { runTarget } from '../local/run-target.ts';
import { printResult } from '../print-result.ts';

const group = 'For a flow on a server';
const { file: _file, ...optionsWithoutFiles } = valueOptions;

/** Run flows, and check their values. */
export const runCommands = {
  run: defineCommand({
    summary: 'run a flow from a file on this machine, or a flow on a server',
    description: `
Runs the flow in a file on this machine, without a server, Redis or Jenkins, and waits for it to end. Scripts run as your
user, in a temporary workspace. Of the environment variables of this shell, they see only PATH, HOME and a few others. The
output of tasks goes to standard output; headings, states and outputs go to standard error. The first Ctrl-C stops the run:
its final tasks run, and it ends as KILLED. A second Ctrl-C ends everything at once. Approvals and signals are asked for on
the terminal; without one, --approve approves, and anything else that waits for others fails.

If the argument is not a file, runs a flow on a server, and prints the id, state and URL of the execution. With --follow,
prints the log to standard output as it is written, and states, tasks and outputs to standard error.

Values are converted to the types of their inputs. Pass secrets with --input-env or --input-file, because everyone on the
machine can see command lines.`,
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
          'the output format; json prints the execution once it has ended, and its log to standard error; on a server without --follow, it prints the execution when it starts',
      },
      ...fileRunOptions,
      follow: { ...followOptions.follow, group },
      label: { ...requestOptions.label, group },
      revision: { ...requestOptions.revision, group },
      'idempotency-key': { ...requestOptions['idempotency-key'], group },
      'stop-on-interrupt': { ...ciOptions['stop-on-interrupt'], group },
      report: { ...ciOptions.report, group },
      ...gatewayOptions,
    },
    exit: {
      ...followedStatuses,
      130: 'Ctrl-C while following, which does not stop the execution without --stop-on-interrupt',
    },
    examples: {
      'flowgate run hello.yaml --input user_name=Ada': 'Run a flow on this machine',
      'flowgate run deploy.yaml --input-env token=DEPLOY_TOKEN': 'Pass a secret from an environment variable',
      'flowgate run examples/hello --follow --inputs values.yaml --label ticket=ABC-1':
        'Run a flow on a server, and wait for it to end',
    },
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
  }),

  'validate-inputs': gatewayCommand({
    summary: 'check values for the inputs of a flow on a server',
    description: `
Checks values as \`flowgate run\` does, without running the flow, and prints one line per problem. Values are converted to
the types of their inputs.`,
    arguments: flowArgument,
    options: {
      ...optionsWithoutFiles,
      ...revisionOption('use the inputs of this revision instead of the latest'),
      ...formatOption,
    },
    exit: { 0: 'all values are valid', 1: 'a value is invalid or missing, or the flow was not found' },
    examples: {
      'flowgate validate-inputs examples/hello -i user_name=Ada': 'Check one value',
      'flowgate validate-inputs examples/hello --inputs values.yaml': 'Check the values in a file',
    },
    run: async ({ args: { FLOW: flow }, options, connection }, terminal) => {
      const { readGivenValues, typedValues } = await import('../executions/given-values.ts'); // loads a parser
      const { revision } = options;
      const given = await readGivenValues({ ...options, file: [] }, terminal);
      const readProperties = () => new ExecutionClient(connection).inputsOf(flow, revision);
      const call = connection.client.POST('/flows/{namespace}/{flow_id}/validate-inputs', {
        params: { path: flowPath(flow), query: { revision } },
        body: { inputs: await typedValues(given, readProperties, terminal) },
      });
      const { valid, errors, notices } = await connection.body(call, ['valid', 'errors']);
      const lines = errors.map(({ input_id: id, message }) => `${id}: ${message}`);
      printResult({ valid, errors, notices }, lines, options, terminal);
      if (options.format === 'text') terminal.stderr.writeLines(...noticeLines(notices));
      return valid ? 0 : 1;
    },
  }),

  replay: gatewayCommand({
    summary: 'run an execution again, with the same or changed values',
    description: `
Runs the same revision as an earlier execution. Values that you pass replace the earlier ones. You must pass secrets and
files again.`,
    arguments: executionArgument,
    options: { ...valueOptions, ...requestOptions, ...followOptions, ...formatOption },
    exit: followedStatuses,
    examples: {
      'flowgate replay 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --follow': 'Run an execution again, and wait for it to end',
      'flowgate replay 01KBMW7XQ4E2N0V5R8T3Y6Z9AC -i user_name=Grace': 'Change a value',
    },
    run: async ({ args: { EXECUTION: id }, options, connection }, terminal) => {
      const { startExecution } = await import('../executions/start-execution.ts'); // loads a parser
      const client = new ExecutionClient(connection);
      const flow = async () => {
        const { namespace, flowId, revision } = await client.read(id);
        return { namespace, id: flowId, revision };
      };
      return startExecution(options, { client, flow, start: (body, key) => client.replay(id, body, key) }, terminal);
    },
  }),
} satisfies Commands;
