import { executionStates } from '../../../lifecycle/execution-state.ts';
import { confirm } from '../ask.ts';
import type { Commands } from '../declaration/command-declaration.ts';
import {
  confirmationOption,
  executionArgument,
  executionIdOf,
  formatOption,
  listOptions,
  timeIn,
} from '../declaration/common-words.ts';
import { comparisonLines } from '../executions/comparison-lines.ts';
import { executionColumns, executionLines, stateLine } from '../executions/execution-text.ts';
import { followToEnd } from '../executions/follow-to-end.ts';
import { followedStatuses } from '../executions/run-options.ts';
import { labelFilter, readNamespaceOrFlow } from '../flows/flow-name.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { forEachReporting } from '../gateway/gateway-error.ts';
import { printResult, printTable } from '../print-result.ts';

/** List, print, stop and delete executions. */
export const executionCommands = {
  executions: gatewayCommand({
    summary: 'list executions, newest first',
    description: 'Lists the executions that you may read, optionally only those of a namespace or a flow.',
    arguments: {
      TARGET: {
        summary: 'a namespace, or a flow as NAMESPACE/ID',
        optional: true,
        completion: 'flow',
        read: readNamespaceOrFlow,
      },
    },
    options: {
      state: {
        value: 'STATE',
        repeated: true,
        allowed: executionStates,
        summary: 'only executions in one of these states',
      },
      label: {
        value: 'NAME=VALUE',
        repeated: true,
        summary: 'only executions with all of these labels',
      },
      parent: {
        value: 'EXECUTION',
        summary: 'only executions that this one started',
        completion: 'execution',
        read: executionIdOf,
      },
      from: { value: 'TIME', summary: 'only executions accepted then or later, such as 2026-11-01', read: timeIn },
      to: { value: 'TIME', summary: 'only executions accepted before, such as 2026-11-01T08:00:00Z', read: timeIn },
      archived: { summary: 'list the archive instead: also executions that Redis no longer keeps' },
      ...listOptions,
    },
    examples: {
      'flowgate executions --state FAILED --limit 5': 'List the last five failures',
      'flowgate executions --parent 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --state FAILED':
        'List the failed executions that an execution started, with their items',
      'flowgate executions web --archived --from 2026-10-01 --to 2026-11-01':
        'List the executions of a namespace that were accepted in October, also those that only the archive has',
      'flowgate executions examples/hello --format json': 'Print the executions of a flow as JSON',
    },
    run: async ({ args, options, connection }, terminal) => {
      const { state, label, parent, from, to, archived } = options;
      const filter = {
        namespace: args.TARGET?.namespace,
        flow_id: args.TARGET?.id,
        state: state.length === 0 ? undefined : [...state],
        label: labelFilter(label),
        parent,
        from,
        to,
        ...(archived && { archived }),
      };
      let isIncomplete = false;
      const read = async (page: object) => {
        const answer = await connection.client.GET('/executions', { params: { query: { ...filter, ...page } } });
        isIncomplete ||= answer.data?.incomplete === true;
        return answer;
      };
      const executions = await connection.list('executions', read, options, terminal);
      if (isIncomplete) terminal.stderr.write('Some executions are missing, because the archive is damaged.\n');
      const hasItems = parent !== undefined && executions.some((execution) => execution.parent?.item !== undefined);
      printTable(executions, executionColumns(new Date(), { hasItems }), options, terminal);
    },
  }),

  status: gatewayCommand({
    summary: 'print the state of an execution',
    description: 'Prints the state of an execution, its build, its tasks with their durations, and its outputs.',
    arguments: executionArgument,
    options: formatOption,
    exit: { 0: 'success, whatever the state', 1: 'the execution was not found, or you may not read it' },
    examples: { 'flowgate status 01KBMW7XQ4E2N0V5R8T3Y6Z9AC': 'Print the state of an execution' },
    run: async ({ args, options, connection }, terminal) => {
      const execution = await new ExecutionClient(connection).read(args.EXECUTION);
      printResult(execution, executionLines(execution, new Date()), options, terminal);
    },
  }),

  logs: gatewayCommand({
    summary: 'print the log of an execution',
    description: `
Prints the log of an execution so far. With --follow, keeps printing until the execution ends, and prints the result to
standard error. After a lost connection, it resumes where it stopped, for up to about three minutes.`,
    arguments: executionArgument,
    options: {
      follow: { summary: 'wait for the execution to end' },
      strict: { summary: 'with --follow, treat WARNING as a failure' },
      task: {
        value: 'TASK',
        summary: 'only the log of the task with this path: SUBFLOW/TASK, BLOCK/TASK, or LOOP[ITEM]/TASK',
      },
      timestamps: { summary: 'before each line, print when it was written; - where that is not known' },
    },
    exit: {
      ...followedStatuses,
      0: 'success; with --follow, SUCCESS or WARNING',
      1: 'the execution was not found, or you may not read it; with --follow, FAILED, or WARNING with --strict',
      3: 'with --follow, KILLED',
    },
    examples: {
      'flowgate logs 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --follow': 'Print the log as it is written',
      'flowgate logs 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --timestamps': 'Print when each line was written',
      'flowgate logs 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --task build': 'Print the log of one task',
      "flowgate logs 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --task 'deploy[eu-1]/push'": 'Print the log of a task of one item',
    },
    run: async ({ args: { EXECUTION: id }, options: { task, timestamps, follow, strict }, connection }, terminal) => {
      const client = new ExecutionClient(connection);
      const query = { task, ...(timestamps && { timestamps }) };
      if (follow)
        return followToEnd(client, await client.read(id), { ...query, isJson: false, isStrict: strict }, terminal);
      for await (const lines of client.log(id, query)) terminal.stdout.writeLog(lines);
      return 0;
    },
  }),

  compare: gatewayCommand({
    summary: 'compare two executions',
    description: `
Prints the inputs and outputs that differ between two executions, the states and durations of their tasks, and the first
line in which their logs differ.`,
    arguments: {
      LEFT: { ...executionArgument.EXECUTION, summary: 'the id of an execution' },
      RIGHT: { ...executionArgument.EXECUTION, summary: 'the id of the execution to compare it with' },
    },
    options: formatOption,
    exit: { 0: 'success, whether they differ or not', 1: 'an execution was not found, or you may not read it' },
    examples: {
      'flowgate compare 01KBMW7XQ4E2N0V5R8T3Y6Z9AC 01KBMX1D0S7Q2F4G6H8J0K2M4N': 'Compare two executions',
    },
    run: async ({ args: { LEFT, RIGHT }, options, connection }, terminal) => {
      const call = connection.client.GET('/executions/{execution_id}/comparison', {
        params: { path: { execution_id: LEFT }, query: { with: RIGHT } },
      });
      const comparison = await connection.body(call, ['left', 'right', 'inputs', 'tasks', 'outputs']);
      printResult(comparison, comparisonLines(comparison), options, terminal);
    },
  }),

  stop: gatewayCommand({
    summary: 'stop an execution',
    description: `
Requests that a queued or running execution stop, and prints its state. The execution becomes KILLED after its finally tasks
have run; \`flowgate logs --follow\` waits for that.`,
    arguments: executionArgument,
    exit: { 1: 'the execution has already ended, or was not found' },
    examples: { 'flowgate stop 01KBMW7XQ4E2N0V5R8T3Y6Z9AC': 'Stop an execution' },
    run: async ({ args, connection }, { stdout }) =>
      stdout.writeLines(stateLine(await new ExecutionClient(connection).stop(args.EXECUTION))),
  }),

  delete: gatewayCommand({
    summary: 'delete executions',
    description: `
Permanently deletes executions that have ended, with their logs, outputs and artifacts, after confirmation. Builds in
Jenkins are kept. \`flowgate flows delete\` deletes flows.`,
    arguments: { EXECUTION: { ...executionArgument.EXECUTION, repeated: true } },
    options: confirmationOption,
    exit: { 1: 'an execution was not found or has not ended, you may not delete it, or you did not confirm' },
    examples: {
      'flowgate delete 01KBMW7XQ4E2N0V5R8T3Y6Z9AC': 'Delete an execution',
      'flowgate delete 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --yes': 'Delete it in a script',
    },
    run: async ({ args, options, connection }, terminal) => {
      const ids = args.EXECUTION;
      if (!(await confirm(`Permanently delete ${ids.join(', ')}?`, options, terminal))) return 1;
      return forEachReporting(ids, terminal, async (id) => {
        await connection.client.DELETE('/executions/{execution_id}', { params: { path: { execution_id: id } } });
        terminal.stdout.write(`deleted ${id}\n`);
      });
    },
  }),
} satisfies Commands;
