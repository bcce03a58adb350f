import { readJson } from '../../../base/text/exact-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { Commands } from '../declaration/command-declaration.ts';
import { executionArgument, formatOption, listOptions, revisionOption } from '../declaration/common-words.ts';
import type { OptionDeclarations, OptionValues } from '../declaration/option-declaration.ts';
import { approvalColumns, executionLines } from '../executions/execution-text.ts';
import { followedStatuses, followOptions, requestOptions, valueOptions } from '../executions/run-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { printResult, printTable } from '../print-result.ts';
import { UsageError, type Terminal } from '../terminal.ts';

const decisionOptions = {
  task: { value: 'TASK', summary: 'the task that waits; default: the one for which the execution waits' },
  ...valueOptions,
  ...followOptions,
  ...formatOption,
} as const satisfies OptionDeclarations;

const notDecided = 'it does not wait for an approval, was already decided, or you may not decide it';

/** Restart executions, and decide what they wait for. */
export const waitCommands = {
  restart: gatewayCommand({
    summary: 'start an execution again at a task that did not succeed',
    description: `
Starts a new execution at a task of one that has ended; by default, at the first that did not succeed. The tasks before it do
not run again: they are KEPT, with their outputs and output files. Everything else in the workspace is gone. The inputs are the
same; pass the secrets that are no longer stored. \`flowgate replay\` runs everything again instead.`,
    arguments: executionArgument,
    options: {
      from: { value: 'TASK', summary: 'the task of "tasks" at which to begin' },
      input: { ...valueOptions.input, summary: 'pass a secret again' },
      'input-env': { ...valueOptions['input-env'], summary: 'pass a secret from an environment variable' },
      'input-file': { ...valueOptions['input-file'], summary: 'pass a secret from a file; - for standard input' },
      ...revisionOption('run this revision, if the tasks before are the same in it'),
      'idempotency-key': requestOptions['idempotency-key'],
      ...followOptions,
      ...formatOption,
    },
    exit: followedStatuses,
    examples: {
      'flowgate restart 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --follow': 'Go on where an execution failed',
      'flowgate restart 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --from deploy --input-env token=TOKEN': 'Begin at a task',
    },
    run: async ({ args: { EXECUTION: id }, options, connection }, terminal) => {
      const { readGivenValues, typedValues } = await import('../executions/given-values.ts'); // loads a parser
      const { printStarted } = await import('../executions/start-execution.ts');
      const { secretTypeName } = await import('../../../language/input-types/input-types.ts');
      const given = await readGivenValues({ ...options, inputs: undefined, file: [] }, terminal);
      const secrets = Object.fromEntries(
        [...given.strings.keys()].map((name) => [name, { 'x-input-type': secretTypeName }]),
      );
      const { from, revision } = options;
      const body = { from, revision, inputs: await typedValues(given, () => secrets, terminal) };
      const client = new ExecutionClient(connection);
      return printStarted(client, await client.restart(id, body, options['idempotency-key']), options, terminal);
    },
  }),

  approvals: gatewayCommand({
    summary: 'list the approvals that wait for you',
    description: 'Lists the executions that wait for an approval which you may decide, newest first.',
    options: { all: { summary: 'all approvals that you may read, also those that others decide' }, ...listOptions },
    examples: {
      'flowgate approvals': 'List what waits for you',
      'flowgate approvals --all': 'List what waits for anyone',
    },
    run: async ({ options, connection }, terminal) => {
      const waiting_for: ('approval' | 'mine')[] = [options.all ? 'approval' : 'mine'];
      const read = (page: object) =>
        connection.client.GET('/executions', { params: { query: { waiting_for, ...page } } });
      const executions = await connection.list('executions', read, options, terminal);
      printTable(executions, approvalColumns, options, terminal);
    },
  }),

  approve: gatewayCommand({
    summary: 'approve what an execution waits for',
    description: `
Approves the task for which an execution waits. On a terminal, asks for the values of its form that are missing. The first
decision counts.`,
    arguments: executionArgument,
    options: decisionOptions,
    exit: statusesOf('approved', `not approved: ${notDecided}, or a value is invalid`),
    examples: {
      'flowgate approve 01KBMW7XQ4E2N0V5R8T3Y6Z9AC': 'Approve, and answer the questions of its form',
      "flowgate approve 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --input 'note=Looks good'": 'Approve with a value',
    },
    run: ({ args, options, connection }, terminal) =>
      decide(args.EXECUTION, 'APPROVE', { options, connection }, terminal),
  }),

  reject: gatewayCommand({
    summary: 'reject what an execution waits for',
    description: `
Rejects the task for which an execution waits, so that it fails. A value such as a note becomes part of the reason; no value is
required.`,
    arguments: executionArgument,
    options: decisionOptions,
    exit: statusesOf('rejected', `not rejected: ${notDecided}, or a value is invalid`),
    examples: { "flowgate reject 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --input 'note=Too early'": 'Reject with a reason' },
    run: ({ args, options, connection }, terminal) =>
      decide(args.EXECUTION, 'REJECT', { options, connection }, terminal),
  }),

  signal: gatewayCommand({
    summary: 'send a signal to an execution that waits for it',
    description: `
Ends the wait of an execution for a signal. The fields that its task declares in outputSchema are read from --data. A signal
for which an execution does not wait is not kept.`,
    arguments: { ...executionArgument, NAME: { summary: 'the name of the signal' } },
    options: {
      data: { value: 'OBJECT', summary: 'the fields of the signal, as a JSON object' },
      ...followOptions,
      ...formatOption,
    },
    exit: statusesOf(
      'the execution goes on',
      'it does not wait for this signal, a field is invalid, or you may not send it',
    ),
    examples: { 'flowgate signal 01KBMW7XQ4E2N0V5R8T3Y6Z9AC tests-done --data \'{"passed": true}\'': 'Send a result' },
    run: async ({ args: { EXECUTION: id, NAME: name }, options, connection }, terminal) => {
      const client = new ExecutionClient(connection);
      return printEnded(client, await client.signal(id, name, dataOf(options.data)), options, terminal);
    },
  }),
} satisfies Commands;

interface Deciding {
  readonly options: OptionValues<typeof decisionOptions>;
  readonly connection: GatewayConnection;
}

async function decide(
  id: string,
  decision: Schema<'Decision'>,
  { options, connection }: Deciding,
  terminal: Terminal,
): Promise<ExitStatus | void> {
  const { formValues } = await import('../executions/form-values.ts'); // loads a parser
  const client = new ExecutionClient(connection);
  const { waitingFor, waits = [], namespace, flowId, revision } = await client.read(id);
  const isAsked = decision === 'APPROVE' && waitingFor?.mayDecide === true;
  const { values, files } = await formValues(options, waitingFor, { isAsked }, terminal);
  // The server says who decided earlier, or what it waits for instead.
  const earlier = waits.findLast(({ kind }) => kind === 'approval')?.task;
  const task = options.task ?? waitingFor?.task ?? earlier ?? '-';
  const uploads = files.size === 0 ? {} : await client.upload({ namespace, id: flowId }, files, { revision, task });
  const inputs = { ...values, ...uploads };
  return printEnded(client, await client.decide(id, { task, decision, inputs }), options, terminal);
}

/** @param done what has happened without `--follow` @param failed why it has not */
function statusesOf(done: string, failed: string) {
  return {
    ...followedStatuses,
    0: `${done}; with --follow, the execution has ended SUCCESS or WARNING`,
    1: `${failed}; with --follow, the execution has ended FAILED, or WARNING with --strict`,
  };
}

/** Prints an execution whose wait has ended, and follows it with `--follow`. */
async function printEnded(
  client: ExecutionClient,
  execution: Schema<'Execution'>,
  options: OptionValues<typeof formatOption & typeof followOptions>,
  terminal: Terminal,
): Promise<ExitStatus | void> {
  const { printStarted } = await import('../executions/start-execution.ts');
  if (options.follow) return printStarted(client, execution, options, terminal);
  printResult(execution, executionLines(execution, new Date()), options, terminal);
}

/** @throws {UsageError} */
function dataOf(text = '{}'): JsonObject {
  let data: JsonValue | undefined;
  try {
    data = readJson(text);
  } catch {
    data = undefined;
  }
  if (isJsonObject(data)) return data;
  throw new UsageError('--data must be a JSON object, such as \'{"passed": true}\'.');
}
