import type { Schema } from '../../api-client/operation-types.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { ask, confirm } from '../ask.ts';
import type { CommandGroup } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { confirmationOption, formatOption } from '../declaration/common-options.ts';
import { stateLine } from '../executions/execution-text.ts';
import { readFlowFile } from '../flows/read-flow-file.ts';
import { flowPath, readTriggers } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import { sendableToken } from '../gateway/sendable-values.ts';
import { printResult, printTable } from '../print-result.ts';
import { localTime, withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

const webhook = { ...flowArgument, TRIGGER: { summary: 'the id of a webhook trigger' } } as const;
const exit = { 1: 'the flow or webhook was not found, or you may not do this' } as const;

interface Webhook {
  readonly FLOW: FlowKey;
  readonly TRIGGER: string;
}

const pathOf = ({ FLOW: flow, TRIGGER: trigger }: Webhook) => ({ ...flowPath(flow), trigger_id: trigger });
const nameOf = ({ FLOW: flow, TRIGGER: trigger }: Webhook) => `${flowName(flow)}/${trigger}`;

const list = gatewayCommand({
  summary: 'list the webhooks of a flow, and whether they have keys',
  description: 'Lists the webhooks of a flow, their paths, and when and by whom their keys were created.',
  arguments: flowArgument,
  options: formatOption,
  exit,
  examples: [{ line: 'flowgate keys list examples/hello', does: 'List the webhooks of a flow' }],
  run: async ({ args, options, connection }, terminal) => {
    const triggers = await readTriggers(args.FLOW, connection);
    const webhooks = triggers.filter(({ type }) => type === 'webhook');
    printTable(webhooks, columns, options, terminal);
  },
});

const columns = {
  WEBHOOK: ({ id }: Schema<'Trigger'>) => id,
  PATH: ({ path = '' }: Schema<'Trigger'>) => path,
  KEY: ({ hasKey }: Schema<'Trigger'>) => (hasKey ? 'yes' : 'no'),
  CREATED: ({ keyCreatedAt: at }: Schema<'Trigger'>) => (at === undefined ? '' : localTime(at)),
  BY: ({ keyCreatedBy = '' }: Schema<'Trigger'>) => keyCreatedBy,
};

const create = gatewayCommand({
  summary: 'create the key of a webhook',
  description: `
Creates the key of a webhook, and prints it with the signing secret for senders of Standard Webhooks and the URL. The server
shows them only once. The key replaces the previous one, which becomes invalid.`,
  arguments: webhook,
  options: formatOption,
  exit,
  examples: [{ line: 'flowgate keys create examples/hello pushed', does: 'Create a key' }],
  run: async ({ args, options, connection }, terminal) => {
    const params = { path: pathOf(args) };
    const call = connection.client.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params });
    const created = await connection.body(call, ['key', 'signingSecret', 'path']);
    const url = new URL(created.path.replace(/^\//, ''), connection.url).href;
    const text = `key             ${created.key}\nsigning secret  ${created.signingSecret}\nURL             ${url}\n`;
    printResult(created, text, options, terminal);
    terminal.stderr.write('The key is shown only now; an earlier key of this webhook is no longer valid.\n');
  },
});

const revoke = gatewayCommand({
  summary: 'revoke the key of a webhook',
  description: 'Revokes the key of a webhook, after confirmation. All calls of the webhook are rejected from then on.',
  arguments: webhook,
  options: confirmationOption,
  exit: { 1: 'the flow or webhook was not found, you may not do this, or the answer was no' },
  examples: [{ line: 'flowgate keys revoke examples/hello pushed --yes', does: 'Revoke a key, in a script' }],
  run: async ({ args, options, connection }, terminal) => {
    const question = `Revoke the key of ${nameOf(args)}? Its senders are rejected at once.`;
    if (!(await confirm(question, options, terminal))) return 1;
    const params = { path: pathOf(args) };
    await connection.client.DELETE('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params });
    terminal.stdout.write(`revoked the key of ${nameOf(args)}\n`);
    return 0;
  },
});

const call = gatewayCommand({
  summary: 'call a webhook with its key, as its sender does',
  description: `
Sends a body to a webhook, which starts its flow, and prints the execution. The key comes from FLOWGATE_WEBHOOK_KEY;
otherwise the command asks for it and does not show it.`,
  arguments: webhook,
  options: {
    body: { value: 'FILE', completion: 'file', summary: 'the file with the JSON to send, or - for standard input' },
    ...formatOption,
  },
  exit: { 0: 'the flow starts, or a condition of the webhook is false', 1: 'the key or the body is invalid' },
  environment: { FLOWGATE_WEBHOOK_KEY: 'the key of the webhook' },
  examples: [
    {
      line: 'flowgate keys call examples/hello pushed --body event.json',
      does: 'Try a webhook with an event in a file',
    },
  ],
  run: async ({ args, options, connection }, terminal) => {
    const body = options.body === undefined ? '{}' : (await readFlowFile(options.body, terminal)).text;
    const key = await readKey(options.body, terminal);
    const sent = connection.client.POST('/hooks/{namespace}/{flow_id}/{trigger_id}', {
      params: { path: pathOf(args), header: { 'X-Flowgate-Key': key } },
      body,
      bodySerializer: () => body,
      headers: { 'content-type': 'application/json' },
    });
    try {
      const answer = await connection.body<object>(sent, []);
      printResult(answer, `${withoutControls(lineOf(answer))}\n`, options, terminal);
      return 0;
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status !== 401) throw error;
      terminal.stderr.write('flowgate: the key is invalid, or the flow has no such webhook.\n');
      return 1;
    }
  },
});

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

export const keysCommand: CommandGroup = {
  summary: 'list, create, revoke and try the keys of webhooks',
  description: 'Works with the keys that senders of webhooks use. `flowgate triggers` lists schedules too.',
  commands: { list: async () => list, create: async () => create, revoke: async () => revoke, call: async () => call },
};
