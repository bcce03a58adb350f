import { rights as allRights, type Right } from '../../access/grant.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { enumerate } from '../../problem/describe-value.ts';
import type { CommandGroup } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/common-options.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { printResult, printTable } from '../print-result.ts';
import { localTime, withoutControls } from '../terminal-text.ts';
import { UsageError } from '../terminal.ts';
import { readExpiry } from '../tokens/read-expiry.ts';

type ApiToken = Schema<'ApiToken'>;

const create = gatewayCommand({
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
      summary: `its rights, separated by commas: ${allRights.join(', ')} (required)`,
    },
    expires: { value: 'TIME', summary: 'when it expires', default: '90d' },
    ...formatOption,
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
  run: async ({ options, connection: { client, body } }, terminal) => {
    const asked = { ...scopeOf(options), expiresAt: readExpiry(options.expires, new Date()) };
    const made = await body(client.POST('/tokens', { body: asked }), ['token', 'name', 'id']);
    printResult(made, `${made.token}\n`, options, terminal);
    const expiry = made.expiresAt === undefined ? 'It never expires.' : `It expires at ${localTime(made.expiresAt)}.`;
    terminal.stderr.write(
      `Created the token ${made.name}: ${made.rights.join(', ')} in ${made.namespaces.join(', ')}. ${expiry} It is shown only now.\n`,
    );
  },
});

/** @throws {UsageError} if a part is missing or a right is unknown */
function scopeOf({
  name,
  namespace,
  rights = '',
}: {
  readonly name: string | undefined;
  readonly namespace: readonly string[];
  readonly rights: string | undefined;
}) {
  const split = (text: string) => text.split(',').map((part) => part.trim());
  const namespaces = namespace.flatMap(split).filter((part) => part !== '');
  const given = split(rights.toLowerCase()).filter((part) => part !== '');
  const missing = [
    name ? [] : '--name',
    namespaces.length > 0 ? [] : '--namespace',
    given.length > 0 ? [] : '--rights',
  ];
  if (name === undefined || missing.flat().length > 0)
    throw new UsageError(`missing option ${missing.flat().join(', ')}; see \`flowgate tokens create --help\`.`);
  const unknown = given.find((right) => !allRights.some((known) => known === right));
  if (unknown !== undefined)
    throw new UsageError(`${JSON.stringify(unknown)} is not a right; allowed for --rights: ${enumerate(allRights)}.`);
  return { name, namespaces, rights: given as Right[] }; // each is one of allRights
}

const list = gatewayCommand({
  summary: 'list API tokens, newest first',
  description: 'Lists the tokens that you can revoke: your own, and those with only namespaces in which you can write.',
  options: formatOption,
  examples: [{ line: 'flowgate tokens list', does: 'Show what tokens there are, and when they were last used' }],
  run: async ({ options, connection }, terminal) => printTable(await tokensOf(connection), columns, options, terminal),
});

const columns = {
  NAME: ({ name }: ApiToken) => name,
  ID: ({ id }: ApiToken) => id,
  RIGHTS: ({ rights }: ApiToken) => rights.join(','),
  NAMESPACES: ({ namespaces }: ApiToken) => namespaces.join(','),
  'CREATED BY': ({ createdBy }: ApiToken) => createdBy,
  EXPIRES: (token: ApiToken) =>
    token.expiresAt === undefined ? 'never' : `${localTime(token.expiresAt)}${isExpired(token) ? ' (expired)' : ''}`,
  'LAST USED': ({ lastUsedAt }: ApiToken) => (lastUsedAt === undefined ? 'never' : localTime(lastUsedAt)),
};

const revoke = gatewayCommand({
  summary: 'revoke an API token',
  description: 'The next request with the token is rejected.',
  arguments: { TOKEN: { summary: 'the name or the id of the token' } },
  exit: { 1: 'the token was not found' },
  examples: [{ line: 'flowgate tokens revoke ci', does: 'Revoke the token with this name' }],
  run: async ({ args: { TOKEN: nameOrId }, connection }, terminal) => {
    const tokens = await tokensOf(connection);
    const named = tokens.filter(({ name }) => name === nameOrId);
    // A valid token has its name alone.
    const token = tokens.find(({ id }) => id === nameOrId) ?? named.find((each) => !isExpired(each)) ?? named[0];
    if (token === undefined) {
      terminal.stderr.write(
        `flowgate: the token ${withoutControls(nameOrId)} was not found; \`flowgate tokens list\` lists the tokens that you can revoke.\n`,
      );
      return 1;
    }
    await connection.client.DELETE('/tokens/{token_id}', { params: { path: { token_id: token.id } } });
    terminal.stdout.write(`Revoked the token ${token.name} (${token.id}).\n`);
    return 0;
  },
});

async function tokensOf({ client, body }: GatewayConnection): Promise<readonly ApiToken[]> {
  return (await body(client.GET('/tokens'), ['tokens'])).tokens;
}

function isExpired({ expiresAt }: ApiToken): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
}

export const tokensCommands: CommandGroup = {
  summary: 'create, list and revoke API tokens',
  description: 'API tokens identify programs. They are limited to namespaces and rights.',
  commands: { create: async () => create, list: async () => list, revoke: async () => revoke },
};
