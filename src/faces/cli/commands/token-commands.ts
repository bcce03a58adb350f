import { rights as allRights, type Right } from '../../../access/grant.ts';
import { surfaces as allSurfaces, defaultSurfaces, type Surface } from '../../../access/surface.ts';
import { enumerate } from '../../../base/problem/describe-value.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { Commands } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/common-words.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { printResult, printTable } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';
import { UsageError } from '../terminal.ts';
import { readExpiry } from '../tokens/read-expiry.ts';

type ApiToken = Schema<'ApiToken'>;

const columns = {
  NAME: ({ name }: ApiToken) => name,
  ID: ({ id }: ApiToken) => id,
  RIGHTS: ({ rights }: ApiToken) => rights.join(','),
  SURFACES: ({ surfaces }: ApiToken) => surfaces.join(','),
  NAMESPACES: ({ namespaces }: ApiToken) => namespaces.join(','),
  'CREATED BY': ({ createdBy }: ApiToken) => createdBy,
  EXPIRES: (token: ApiToken) =>
    token.expiresAt === undefined ? 'never' : `${localTime(token.expiresAt)}${isExpired(token) ? ' (expired)' : ''}`,
  'LAST USED': ({ lastUsedAt }: ApiToken) => (lastUsedAt === undefined ? 'never' : localTime(lastUsedAt)),
};

export const tokenCommands = {
  tokens: {
    summary: 'create, list and revoke API tokens',
    description: 'API tokens identify programs. Each is limited to namespaces and rights.',
    commands: {
      create: gatewayCommand({
        summary: 'create an API token for a program, such as a CI job',
        description: `
Prints the token, and nothing else, to standard output. It is shown only once, because Flowgate stores only a hash of it.
The program passes it as FLOWGATE_TOKEN.

You must have the rights that you give to the token. If you lose a right, the token loses it too.

The time in --expires is a number of days such as 90d, a date such as 2027-01-01 (its start in UTC), a time such as
2027-01-01T08:00:00Z, or never.`,
        options: {
          name: { value: 'NAME', summary: 'its name; the user of its actions is token:NAME (required)' },
          namespace: {
            value: 'NAMESPACE',
            repeated: true,
            completion: 'namespace',
            summary: 'a namespace, NAMESPACE.* for all namespaces below it, or * for all (required)',
          },
          rights: { value: 'RIGHTS', summary: `its rights, separated by commas: ${allRights.join(', ')} (required)` },
          surface: {
            value: 'SURFACES',
            summary:
              'what it can be used for, separated by commas: http for the API and this command, mcp for agents at /mcp',
            default: defaultSurfaces.join(','),
          },
          expires: { value: 'TIME', summary: 'when it expires', default: '90d' },
          ...formatOption,
        },
        exit: { 1: 'you lack a right that you give to the token, or another token has its name' },
        examples: {
          'flowgate tokens create --name ci --namespace robotics --rights read,execute':
            'Create a token that runs and follows the flows of a namespace',
          "flowgate tokens create --name deploy --namespace robotics --namespace 'robotics.*' --rights read,write --expires 2027-01-01":
            'Create a token that deploys flows',
          'flowgate tokens create --name agent --namespace robotics --rights read,execute --surface mcp':
            'Create a token for an agent, which can use nothing but the tools at /mcp',
        },
        run: async ({ options, connection: { client, body } }, terminal) => {
          const asked = { ...scopeOf(options), expiresAt: readExpiry(options.expires, new Date()) };
          const made = await body(client.POST('/tokens', { body: asked }), ['token', 'name', 'id']);
          printResult(made, [made.token], options, terminal);
          const expiry =
            made.expiresAt === undefined ? 'It never expires.' : `It expires at ${localTime(made.expiresAt)}.`;
          const agents = made.surfaces.includes('mcp') ? ` over ${made.surfaces.join(' and ')}` : '';
          const scope = `${made.rights.join(', ')} in ${made.namespaces.join(', ')}${agents}`;
          terminal.stderr.write(`Created the token ${made.name}: ${scope}. ${expiry} It is shown only once.\n`);
        },
      }),

      list: gatewayCommand({
        summary: 'list API tokens, newest first',
        description:
          'Lists the tokens that you can revoke: your own, and those limited to namespaces in which you can write.',
        options: formatOption,
        examples: { 'flowgate tokens list': 'Show all tokens, and when they were last used' },
        run: async ({ options, connection }, terminal) =>
          printTable(await tokensOf(connection), columns, options, terminal),
      }),

      revoke: gatewayCommand({
        summary: 'revoke an API token',
        description: 'Revokes an API token. The next request with it is rejected.',
        arguments: { TOKEN: { summary: 'the name or the id of the token' } },
        exit: { 1: 'the token was not found' },
        examples: { 'flowgate tokens revoke ci': 'Revoke the token with this name' },
        run: async ({ args: { TOKEN: nameOrId }, connection }, { stdout, stderr }) => {
          const tokens = await tokensOf(connection);
          const named = tokens.filter(({ name }) => name === nameOrId);
          // Only one token with a name can be valid.
          const token = tokens.find(({ id }) => id === nameOrId) ?? named.find((each) => !isExpired(each)) ?? named[0];
          if (token === undefined) {
            stderr.writeLines(
              `flowgate: the token ${nameOrId} was not found; \`flowgate tokens list\` lists the tokens that you can revoke.`,
            );
            return 1;
          }
          await connection.client.DELETE('/tokens/{token_id}', { params: { path: { token_id: token.id } } });
          stdout.write(`Revoked the token ${token.name} (${token.id}).\n`);
          return 0;
        },
      }),
    },
  },
} satisfies Commands;

interface Scope {
  readonly name: string | undefined;
  readonly namespace: readonly string[];
  readonly rights: string | undefined;
  readonly surface: string;
}

/** @throws {UsageError} if a part is missing, or a right or surface is unknown */
function scopeOf({ name, namespace, rights = '', surface }: Scope) {
  const split = (text: string) => text.split(',').map((part) => part.trim());
  const namespaces = namespace.flatMap(split).filter((part) => part !== '');
  const given = split(rights.toLowerCase()).filter((part) => part !== '');
  const required = { '--name': Boolean(name), '--namespace': namespaces.length > 0, '--rights': given.length > 0 };
  const missing = Object.entries(required).flatMap(([option, isGiven]) => (isGiven ? [] : [option]));
  if (name === undefined || missing.length > 0)
    throw new UsageError(`missing option ${missing.join(', ')}; see \`flowgate tokens create --help\`.`);
  const surfaces = split(surface.toLowerCase()).filter((part) => part !== '');
  requireKnown(given, allRights, { what: 'a right', option: '--rights' });
  requireKnown(surfaces, allSurfaces, { what: 'a surface', option: '--surface' });
  return { name, namespaces, rights: given as Right[], surfaces: surfaces as Surface[] }; // checked above
}

function requireKnown(
  words: readonly string[],
  known: readonly string[],
  { what, option }: { readonly what: string; readonly option: string },
): void {
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined)
    throw new UsageError(`${JSON.stringify(unknown)} is not ${what}; allowed for ${option}: ${enumerate(known)}.`);
}

async function tokensOf({ client, body }: GatewayConnection): Promise<readonly ApiToken[]> {
  return (await body(client.GET('/tokens'), ['tokens'])).tokens;
}

function isExpired({ expiresAt }: ApiToken): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
}
