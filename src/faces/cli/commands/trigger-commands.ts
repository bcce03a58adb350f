import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { ask, askSecret, confirm } from '../ask.ts';
import type { CommandGroup, Commands } from '../declaration/command-declaration.ts';
import { confirmationOption, flowArgument, formatOption } from '../declaration/common-words.ts';
import { stateLine } from '../executions/execution-text.ts';
import { readFlowFile } from '../flows/read-flow-file.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import { sendableToken } from '../gateway/sendable-values.ts';
import { printResult, printTable } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { triggerActionCommands } from './switch-commands.ts';

type Trigger = Schema<'Trigger'>;

const webhook = { ...flowArgument, TRIGGER: { summary: 'the id of a webhook trigger' } } as const;
const exit = { 1: 'the flow or webhook was not found, or you may not do this' } as const;

interface Webhook {
  readonly FLOW: FlowKey;
  readonly TRIGGER: string;
}

const pathOf = ({ FLOW: flow, TRIGGER: trigger }: Webhook) => ({ ...flowPath(flow), trigger_id: trigger });
const nameOf = ({ FLOW: flow, TRIGGER: trigger }: Webhook) => `${flowName(flow)}/${trigger}`;

const triggerColumns = {
  TRIGGER: ({ id }: Trigger) => id,
  TYPE: ({ type }: Trigger) => type,
  WHEN: ({ type, cron, timezone, path = '' }: Trigger) =>
    type === 'schedule' ? [cron, timezone].filter((part) => part !== undefined).join(' ') : path,
  STATE: ({ disabled, nextAt, hasKey }: Trigger) =>
    disabled ? 'disabled' : nextAt !== undefined ? `next ${localTime(nextAt)}` : hasKey === false ? 'no key' : '',
  SECRETS: ({ secrets }: Trigger) =>
    secrets.map(({ input_id: input, state }) => (state === 'sealed' ? input : `${input} (${state})`)).join(', '),
};

const webhookColumns = {
  WEBHOOK: ({ id }: Trigger) => id,
  PATH: ({ path = '' }: Trigger) => path,
  KEY: ({ hasKey }: Trigger) => (hasKey ? 'yes' : 'no'),
  CREATED: ({ keyCreatedAt: at }: Trigger) => (at === undefined ? '' : localTime(at)),
  BY: ({ keyCreatedBy = '' }: Trigger) => keyCreatedBy,
};

const keys: CommandGroup = {
  summary: 'list, create, revoke and try the keys of webhooks',
  description: 'Works with the keys that senders of webhooks use. `flowgate triggers list` also lists schedules.',
  commands: {
    list: gatewayCommand({
      summary: 'list the webhooks of a flow, and whether they have keys',
      description: 'Lists the webhooks of a flow, their paths, and when and by whom their keys were created.',
      arguments: flowArgument,
      options: formatOption,
      exit,
      examples: { 'flowgate keys list examples/hello': 'List the webhooks of a flow' },
      run: async ({ args, options, connection }, terminal) => {
        const triggers = await readTriggers(args.FLOW, connection);
        const webhooks = triggers.filter(({ type }) => type === 'webhook');
        printTable(webhooks, webhookColumns, options, terminal);
      },
    }),

    create: gatewayCommand({
      summary: 'create the key of a webhook',
      description: `
Creates the key of a webhook, and prints it with the URL and the signing secret for senders of Standard Webhooks. The server
shows them only once. The new key replaces the previous one, which becomes invalid.`,
      arguments: webhook,
      options: formatOption,
      exit,
      examples: { 'flowgate keys create examples/hello pushed': 'Create a key' },
      run: async ({ args, options, connection }, terminal) => {
        const params = { path: pathOf(args) };
        const call = connection.client.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params });
        const created = await connection.body(call, ['key', 'signingSecret', 'path']);
        const url = new URL(created.path.replace(/^\//, ''), connection.url).href;
        const lines = [
          `key             ${created.key}`,
          `signing secret  ${created.signingSecret}`,
          `URL             ${url}`,
        ];
        printResult(created, lines, options, terminal);
        terminal.stderr.write('The key is shown only once. An earlier key of this webhook is no longer valid.\n');
      },
    }),

    revoke: gatewayCommand({
      summary: 'revoke the key of a webhook',
      description:
        'Revokes the key of a webhook, after confirmation. From then on, all calls of the webhook are rejected.',
      arguments: webhook,
      options: confirmationOption,
      exit: { 1: 'the flow or webhook was not found, you may not do this, or you did not confirm' },
      examples: { 'flowgate keys revoke examples/hello pushed --yes': 'Revoke a key, in a script' },
      run: async ({ args, options, connection }, terminal) => {
        const question = `Revoke the key of ${nameOf(args)}? Calls with it will be rejected immediately.`;
        if (!(await confirm(question, options, terminal))) return 1;
        const params = { path: pathOf(args) };
        await connection.client.DELETE('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params });
        terminal.stdout.write(`revoked the key of ${nameOf(args)}\n`);
        return 0;
      },
    }),

    call: gatewayCommand({
      summary: 'call a webhook with its key, as a sender does',
      description: `
Sends a body to a webhook, which starts its flow, and prints the execution. The key comes from FLOWGATE_WEBHOOK_KEY;
otherwise the command prompts for it and does not show it.`,
      arguments: webhook,
      options: {
        body: { value: 'FILE', completion: 'file', summary: 'the file with the JSON to send, or - for standard input' },
        ...formatOption,
      },
      exit: { 0: 'the flow starts, or a condition of the webhook is false', 1: 'the key or the body is invalid' },
      environment: { FLOWGATE_WEBHOOK_KEY: 'the key of the webhook' },
      examples: {
        'flowgate keys call examples/hello pushed --body event.json': 'Try a webhook with an event from a file',
      },
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
          printResult(answer, [lineOf(answer)], options, terminal);
          return 0;
        } catch (error) {
          if (!(error instanceof GatewayError) || error.status !== 401) throw error;
          terminal.stderr.writeMessage('the key is invalid, or the flow has no such webhook.');
          return 1;
        }
      },
    }),
  },
};

/** Work with schedules, webhooks and their secrets. */
export const triggerCommands = {
  triggers: {
    summary: 'list, enable, disable and start the schedules and webhooks of a flow',
    description: 'Works with the triggers of flows. `flowgate keys` works with the keys of webhooks.',
    commands: {
      list: gatewayCommand({
        summary: 'list the schedules and webhooks of a flow',
        description: 'Lists the triggers of a flow: schedules with their next times, and webhooks with their paths.',
        arguments: flowArgument,
        options: formatOption,
        exit: { 1: 'the flow was not found, or you may not read it' },
        examples: { 'flowgate triggers list examples/hello': 'List the triggers of a flow' },
        run: async ({ args, options, connection }, terminal) =>
          printTable(await readTriggers(args.FLOW, connection), triggerColumns, options, terminal),
      }),

      ...triggerActionCommands,
    },
  },

  seal: gatewayCommand({
    summary: 'encrypt a secret for the triggers of a flow',
    description: `
Encrypts a value with the key of the server, and prints the text to put in the inputs of a trigger in its place. The result
works only for this secret input of this flow, which need not exist yet. The value comes from standard input; on a terminal,
the command prompts for it and does not show it.`,
    arguments: { ...flowArgument, INPUT: { summary: 'the id of a secret input' } },
    exit: { 1: 'you may not do this, or the server rejects the value' },
    examples: {
      'flowgate seal examples/hello token': 'Type a secret, and copy the result into the flow',
      'flowgate seal examples/hello token --context production': 'Encrypt it for another server',
    },
    run: async ({ args: { FLOW: flow, INPUT: input }, connection: { client, body } }, terminal) => {
      const value = await askSecret(`Value of ${input}: `, terminal);
      if (value === '')
        throw new UsageError('no value specified; enter it at the prompt, or pass it on standard input.');
      const call = client.POST('/flows/{namespace}/{flow_id}/inputs/{input_id}/seal', {
        params: { path: { ...flowPath(flow), input_id: input } },
        body: { value },
      });
      terminal.stdout.writeLines((await body(call, ['sealed'])).sealed);
    },
  }),

  keys,
} satisfies Commands;

async function readTriggers(flow: FlowKey, { client, body }: GatewayConnection): Promise<readonly Trigger[]> {
  const call = client.GET('/flows/{namespace}/{flow_id}/triggers', { params: { path: flowPath(flow) } });
  return (await body(call, ['triggers'])).triggers;
}

/** @throws {UsageError} if there is neither a variable nor a terminal */
async function readKey(file: string | undefined, terminal: Terminal): Promise<string> {
  const given = terminal.environment['FLOWGATE_WEBHOOK_KEY'];
  if (given !== undefined && given !== '') return sendableToken(given);
  if (file === '-' || terminal.stdin.isTTY !== true)
    throw new UsageError('no key specified; set FLOWGATE_WEBHOOK_KEY, or run this on a terminal to enter the key.');
  return sendableToken(await ask('Key of the webhook: ', terminal, { isHidden: true }));
}

/** A webhook whose condition is false starts nothing. */
function lineOf(answer: object): string {
  return 'reason' in answer
    ? `nothing was started: ${String(answer.reason)}`
    : stateLine(answer as Schema<'Execution'>); // the only other response in the contract
}
