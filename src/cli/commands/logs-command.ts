import type { Command, ExitStatus, Terminal } from '../command.ts';
import { followedStatusHelp } from '../executions/exit-status.ts';
import { followToEnd } from '../executions/follow-to-end.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { reportRejection, UnusableGateway } from '../gateway/gateway-error.ts';
import { onlyExecution, parseArguments } from '../parse-arguments.ts';

export const logsCommand: Command = {
  help: `Usage: flowgate logs [--follow] [--task TASK] --server URL EXECUTION

Prints the log of an execution so far. With --follow, keeps printing until the execution ends, and prints its outcome on
stderr.

  --follow         wait for the end of the execution
  --task TASK      only the log of the task with this id; SUBFLOW/TASK for a task of a subflow
  --strict         with --follow, treat WARNING as a failure
${gatewayOptionsHelp}

Exit status: 0 on success, 1 when the execution was not found or you may not read it, 2 when the server cannot be used.
With --follow, the same as \`flowgate run --follow\`:
${followedStatusHelp}`,
  async run(args, terminal) {
    const { values, switches, positionals } = parseArguments(args, { ...gatewayOptions, task: {} }, [
      'follow',
      'strict',
    ]);
    const id = onlyExecution(positionals);
    const connection = openConnection(values, terminal);
    const client = new ExecutionClient(connection);
    const { task } = values;
    try {
      if (!switches.has('follow')) return await printLog(client, { id, task, url: connection.url }, terminal);
      return await followToEnd(
        client,
        await client.read(id),
        { task, isJson: false, isStrict: switches.has('strict') },
        terminal,
      );
    } catch (error) {
      return reportRejection(error, terminal);
    }
  },
};

async function printLog(
  client: ExecutionClient,
  { id, task, url }: { readonly id: string; readonly task?: string; readonly url: string },
  { stdout }: Terminal,
): Promise<ExitStatus> {
  const pieces = await client.log(id, { task, signal: new AbortController().signal });
  try {
    for await (const lines of wholeLines(pieces)) stdout.writeLog(lines);
  } catch (error) {
    throw UnusableGateway.unreachable(url, error);
  }
  return 0;
}

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
