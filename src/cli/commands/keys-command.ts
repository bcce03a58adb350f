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
  description: 'Revokes the key of a webhook, after a question. All calls of the webhook are rejected from then on.',
  arguments: webhook,
  options: { ...confirmationOption, ...gatewayOptions },
  exit: { 1: 'the flow or webhook was not found, you may not do this, or the answer was no' },
  examples: [{ line: 'flowgate keys revoke examples/hello pushed --yes', does: 'Revoke a key, in a script' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/keys.ts')).revokeKey({ flow: args.FLOW, trigger: args.TRIGGER }, options, terminal),
});

export const keysCommand: CommandGroup = {
  summary: 'list, create and revoke the keys of webhooks',
  description: 'Works with the keys that senders of webhooks use. `flowgate triggers` lists schedules too.',
  commands: { list: async () => list, create: async () => create, revoke: async () => revoke },
};
