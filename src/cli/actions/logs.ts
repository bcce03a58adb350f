import type { ExitStatus } from '../exit-status.ts';
import type { Terminal } from '../terminal.ts';
import { executionIdOf } from '../executions/execution-id.ts';
import { followToEnd } from '../executions/follow-to-end.ts';
import { ExecutionClient } from '../gateway/execution-client.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { reportRejection, UnusableGateway } from '../gateway/gateway-error.ts';

export interface LogOptions extends GatewayOptions {
  readonly follow: boolean;
  readonly strict: boolean;
  readonly task?: string;
}

export async function printLogs(execution: string, options: LogOptions, terminal: Terminal): Promise<ExitStatus> {
  const id = executionIdOf(execution);
  const connection = openConnection(options, terminal);
  const client = new ExecutionClient(connection);
  const { task, follow, strict } = options;
  try {
    if (!follow) return await printLog(client, { id, task, url: connection.url }, terminal);
    return await followToEnd(client, await client.read(id), { task, isJson: false, isStrict: strict }, terminal);
  } catch (error) {
    return reportRejection(error, terminal);
  }
}

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
