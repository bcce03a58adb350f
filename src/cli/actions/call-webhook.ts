import type { Schema } from '../../api-client/operation-types.ts';
import { ask } from '../ask.ts';
import type { TextOrJson } from '../declaration/list-options.ts';
import { stateLine } from '../executions/execution-text.ts';
import type { ExitStatus } from '../exit-status.ts';
import { flowOf } from '../flows/flow-name.ts';
import { readFlowFile } from '../flows/read-flow-file.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { GatewayError, reportRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection, sendableToken } from '../gateway/open-connection.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import type { Webhook } from './keys.ts';

export interface CallOptions extends GatewayOptions {
  readonly body?: string;
  readonly format: TextOrJson;
}

/** Sends a body to a webhook with its key, and prints what the server did. */
export async function callWebhook(
  { flow, trigger }: Webhook,
  { body: file, format, ...server }: CallOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const path = { ...flowPath(flowOf(flow)), trigger_id: trigger };
  const connection = openConnection(server, terminal);
  const body = file === undefined ? '{}' : (await readFlowFile(file, terminal)).text;
  const key = await readKey(file, terminal);
  try {
    const call = connection.client.POST('/hooks/{namespace}/{flow_id}/{trigger_id}', {
      params: { path, header: { 'X-Flowgate-Key': key } },
      body,
      bodySerializer: () => body,
      headers: { 'content-type': 'application/json' },
    });
    const answer = await connection.body<object>(call, []);
    if (format === 'json') terminal.stdout.write(jsonText(answer));
    else terminal.stdout.write(`${withoutControls(lineOf(answer))}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 401) return reportRejection(error, terminal);
    terminal.stderr.write('flowgate: the key is invalid, or the flow has no such webhook.\n');
    return 1;
  }
}

/** @throws {UsageError} if there is neither a variable nor a terminal to ask on */
async function readKey(file: string | undefined, terminal: Terminal): Promise<string> {
  const given = terminal.environment['FLOWGATE_WEBHOOK_KEY'];
  if (given !== undefined && given !== '') return sendableToken(given);
  if (file === '-' || terminal.stdin.isTTY !== true)
    throw new UsageError('no key specified; set FLOWGATE_WEBHOOK_KEY, or call this on a terminal, which asks for it.');
  return sendableToken(await ask('Key of the webhook: ', terminal, { isHidden: true }));
}

/** A webhook whose condition is false starts nothing. */
function lineOf(answer: object): string {
  return 'reason' in answer
    ? `nothing was started: ${String(answer.reason)}`
    : stateLine(answer as Schema<'Execution'>); // else the contract says so
}
