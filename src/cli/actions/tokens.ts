import { rights as allRights, type Right } from '../../access/grant.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { enumerate } from '../../problem/describe-value.ts';
import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { reportRejection } from '../gateway/gateway-error.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { jsonText, localTime, textTable, withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { readExpiry } from '../tokens/read-expiry.ts';

type ApiToken = Schema<'ApiToken'>;

export interface TokenOptions extends GatewayOptions {
  readonly name?: string;
  readonly namespace: readonly string[];
  readonly rights?: string;
  readonly expires: string;
  readonly format: TextOrJson;
}

export async function createToken(options: TokenOptions, terminal: Terminal): Promise<ExitStatus> {
  const { format, expires } = options;
  const connection = openConnection(options, terminal);
  const body = { ...scopeOf(options), expiresAt: readExpiry(expires, new Date()) };
  try {
    const made = await connection.body(connection.client.POST('/tokens', { body }), ['token', 'name', 'id']);
    terminal.stdout.write(format === 'json' ? jsonText(made) : `${made.token}\n`);
    const expiry = made.expiresAt === undefined ? 'It never expires.' : `It expires at ${localTime(made.expiresAt)}.`;
    terminal.stderr.write(
      `Created the token ${made.name}: ${made.rights.join(', ')} in ${made.namespaces.join(', ')}. ${expiry} It is shown only now.\n`,
    );
    return 0;
  } catch (error) {
    return reportRejection(error, terminal);
  }
}

export async function listTokens(
  options: GatewayOptions & { readonly format: TextOrJson },
  terminal: Terminal,
): Promise<ExitStatus> {
  const tokens = await tokensOf(openConnection(options, terminal));
  const head = ['NAME', 'ID', 'RIGHTS', 'NAMESPACES', 'CREATED BY', 'EXPIRES', 'LAST USED'];
  terminal.stdout.write(options.format === 'json' ? jsonText(tokens) : textTable(head, tokens.map(row)));
  return 0;
}

export async function revokeToken(nameOrId: string, options: GatewayOptions, terminal: Terminal): Promise<ExitStatus> {
  const connection = openConnection(options, terminal);
  try {
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
  } catch (error) {
    return reportRejection(error, terminal);
  }
}

async function tokensOf(connection: GatewayConnection): Promise<readonly ApiToken[]> {
  return (await connection.body(connection.client.GET('/tokens'), ['tokens'])).tokens;
}

/** @throws {UsageError} if a part is missing or a right is unknown */
function scopeOf({ name, namespace, rights = '' }: TokenOptions) {
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

function isExpired({ expiresAt }: ApiToken): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
}

function row(token: ApiToken): readonly string[] {
  const { name, id, rights, namespaces, createdBy, expiresAt, lastUsedAt } = token;
  const expiry = expiresAt === undefined ? 'never' : `${localTime(expiresAt)}${isExpired(token) ? ' (expired)' : ''}`;
  return [
    name,
    id,
    rights.join(','),
    namespaces.join(','),
    createdBy,
    expiry,
    lastUsedAt === undefined ? 'never' : localTime(lastUsedAt),
  ];
}
