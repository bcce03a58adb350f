import { executionArgument } from '../declaration/common-arguments.ts';
import { followToEnd } from '../executions/follow-to-end.ts';
import { followedStatuses } from '../executions/run-options.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { UnusableGateway } from '../gateway/gateway-error.ts';

export const logsCommand = gatewayCommand({
  summary: 'print the log of an execution',
  description: `
Prints the log of an execution so far. With --follow, keeps printing until the execution ends, and prints its outcome on
standard error. After a lost connection, it continues where it stopped, for about three minutes.`,
  arguments: executionArgument,
  options: {
    follow: { summary: 'wait for the end of the execution' },
    strict: { summary: 'with --follow, treat WARNING as a failure' },
    task: { value: 'TASK', summary: 'only the log of the task with this id; SUBFLOW/TASK for a task of a subflow' },
  },
  exit: {
    ...followedStatuses,
    0: 'success; with --follow, SUCCESS or WARNING',
    1: 'the execution was not found, or you may not read it; with --follow, FAILED, or WARNING with --strict',
    3: 'with --follow, KILLED',
  },
  examples: [
    { line: 'flowgate logs 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --follow', does: 'Print the log as it is written' },
    { line: 'flowgate logs 01KBMW7XQ4E2N0V5R8T3Y6Z9AC --task build', does: 'Print the log of one task' },
  ],
  run: async ({ args: { EXECUTION: id }, options: { task, follow, strict }, connection }, terminal) => {
    const client = new ExecutionClient(connection);
    if (follow) return followToEnd(client, await client.read(id), { task, isJson: false, isStrict: strict }, terminal);
    const pieces = await client.log(id, { task, signal: new AbortController().signal });
    try {
      for await (const lines of wholeLines(pieces)) terminal.stdout.writeLog(lines);
    } catch (error) {
      throw UnusableGateway.unreachable(connection.url, error);
    }
    return 0;
  },
});

// A log can be a single line of any length.
const maxLine = 64 * 1024;

/** Yields complete lines, so that no escape sequence is cut; only lines longer than `maxLine` are split. */
async function* wholeLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true });
    const end = rest.length > maxLine ? rest.length : rest.lastIndexOf('\n') + 1;
    if (end > 0) yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
