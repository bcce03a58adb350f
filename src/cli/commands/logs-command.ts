import type { Command, ExitStatus, Terminal } from '../command.ts';
import { followedStatusHelp, followToEnd } from '../executions/follow-to-end.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import { gatewayOptions, gatewayOptionsHelp, openConnection } from '../gateway/gateway-options.ts';
import { reportRejection, UnusableGateway } from '../gateway/gateway-error.ts';
import { onlyExecution, parseArguments } from '../parse-arguments.ts';

export const logsCommand: Command = {
  name: 'logs',
  summary: 'print the log of an execution',
  help: `Usage: flowgate logs [--follow] [--task TASK] --server URL EXECUTION

Prints what an execution has printed so far; with --follow also what comes, and on stderr how it ended.

  --follow         stay until the end of the execution
  --task TASK      only the log of this task, its id; below subflows BUILD/IMAGE
  --strict         count a WARNING as a failure, with --follow
${gatewayOptionsHelp}

Exit status: 0, 1 when it is not there or not yours to read, 2 when the server cannot be asked; with --follow as of
\`flowgate run --follow\`:
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

// A log may be one line without an end.
const maxLine = 64 * 1024;

/** Text up to the last line break that has come, so that no sequence of characters is cut but in a line without an end. */
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
