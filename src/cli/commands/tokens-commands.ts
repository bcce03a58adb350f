import { rights } from '../../access/grant.ts';
import { defineCommand, type CommandGroup } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

const create = defineCommand({
  summary: 'create an API token for a program, such as a CI job',
  description: `
Prints the text of the token on standard output, and nothing else there. It is shown only now; Flowgate keeps a hash.
The program passes it as FLOWGATE_TOKEN.

You need the rights that you give to the token. If you lose a right, the token loses it too.

The time of --expires is a number of days such as 90d, a date such as 2027-01-01 (its start in UTC), a time such as
2027-01-01T08:00:00Z, or never.`,
  options: {
    name: { value: 'NAME', summary: 'its name; actions of the token have the user token:NAME (required)' },
    namespace: {
      value: 'NAMESPACE',
      repeated: true,
      completion: 'namespace',
      summary: 'a namespace, NAMESPACE.* for all below it, or * for all (required)',
    },
    rights: {
      value: 'RIGHTS',
      summary: `its rights, separated by commas: ${rights.join(', ')} (required)`,
    },
    expires: { value: 'TIME', summary: 'when it expires', default: '90d' },
    ...formatOption,
    ...gatewayOptions,
  },
  exit: { 1: 'you lack a right that the token would have, or another token has its name' },
  examples: [
    {
      line: 'flowgate tokens create --name ci --namespace robotics --rights read,execute',
      does: 'Create a token that runs flows of a namespace and follows them',
    },
    {
      line: "flowgate tokens create --name deploy --namespace robotics --namespace 'robotics.*' --rights read,write --expires 2027-01-01",
      does: 'Create a token that deploys flows',
    },
  ],
  run: async ({ options }, terminal) => (await import('../actions/tokens.ts')).createToken(options, terminal),
});

const list = defineCommand({
  summary: 'list API tokens, newest first',
  description: 'Lists the tokens that you can revoke: your own, and those with only namespaces in which you can write.',
  options: { ...formatOption, ...gatewayOptions },
  examples: [{ line: 'flowgate tokens list', does: 'Show what tokens there are, and when they were last used' }],
  run: async ({ options }, terminal) => (await import('../actions/tokens.ts')).listTokens(options, terminal),
});

const revoke = defineCommand({
  summary: 'revoke an API token',
  description: 'The next request with the token is rejected.',
  arguments: { TOKEN: { summary: 'the name or the id of the token' } },
  options: gatewayOptions,
  exit: { 1: 'the token was not found' },
  examples: [{ line: 'flowgate tokens revoke ci', does: 'Revoke the token with this name' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/tokens.ts')).revokeToken(args.TOKEN, options, terminal),
});

export const tokensCommands: CommandGroup = {
  summary: 'create, list and revoke API tokens',
  description: 'API tokens identify programs. They are limited to namespaces and rights.',
  commands: { create: async () => create, list: async () => list, revoke: async () => revoke },
};
