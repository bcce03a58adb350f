import { defineCommand, type CommandGroup } from '../declaration/command-declaration.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { confirmationOption } from '../declaration/confirmation-option.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

const webhook = { ...flowArgument, TRIGGER: { summary: 'the id of a webhook trigger' } } as const;
const exit = { 1: 'the flow or webhook was not found, or you may not do this' } as const;

const list = defineCommand({
  summary: 'list the webhooks of a flow, and whether they have keys',
  description: 'Lists the webhooks of a flow, their paths, and when and by whom their keys were created.',
  arguments: flowArgument,
  options: { ...formatOption, ...gatewayOptions },
  exit,
  examples: [{ line: 'flowgate keys list examples/hello', does: 'List the webhooks of a flow' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/keys.ts')).listKeys(args.FLOW, options, terminal),
});

const create = defineCommand({
  summary: 'create the key of a webhook',
  description: `
Creates the key of a webhook, and prints it with the signing secret for senders of Standard Webhooks and the URL. The server
shows them only once. The key replaces the previous one, which becomes invalid.`,
  arguments: webhook,
  options: { ...formatOption, ...gatewayOptions },
  exit,
  examples: [{ line: 'flowgate keys create examples/hello pushed', does: 'Create a key' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/keys.ts')).createKey({ flow: args.FLOW, trigger: args.TRIGGER }, options, terminal),
});

const revoke = defineCommand({
  summary: 'revoke the key of a webhook',
  description: 'Revokes the key of a webhook, after confirmation. All calls of the webhook are rejected from then on.',
  arguments: webhook,
  options: { ...confirmationOption, ...gatewayOptions },
  exit: { 1: 'the flow or webhook was not found, you may not do this, or the answer was no' },
  examples: [{ line: 'flowgate keys revoke examples/hello pushed --yes', does: 'Revoke a key, in a script' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/keys.ts')).revokeKey({ flow: args.FLOW, trigger: args.TRIGGER }, options, terminal),
});

const call = defineCommand({
  summary: 'call a webhook with its key, as its sender does',
  description: `
Sends a body to a webhook, which starts its flow, and prints the execution. The key comes from FLOWGATE_WEBHOOK_KEY;
otherwise the command asks for it and does not show it.`,
  arguments: webhook,
  options: {
    body: { value: 'FILE', completion: 'file', summary: 'the file with the JSON to send, or - for standard input' },
    ...formatOption,
    ...gatewayOptions,
  },
  exit: { 0: 'the flow starts, or a condition of the webhook is false', 1: 'the key or the body is invalid' },
  environment: { FLOWGATE_WEBHOOK_KEY: 'the key of the webhook' },
  examples: [
    {
      line: 'flowgate keys call examples/hello pushed --body event.json',
      does: 'Try a webhook with an event in a file',
    },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/call-webhook.ts')).callWebhook(
      { flow: args.FLOW, trigger: args.TRIGGER },
      options,
      terminal,
    ),
});

export const keysCommand: CommandGroup = {
  summary: 'list, create, revoke and try the keys of webhooks',
  description: 'Works with the keys that senders of webhooks use. `flowgate triggers` lists schedules too.',
  commands: { list: async () => list, create: async () => create, revoke: async () => revoke, call: async () => call },
};
