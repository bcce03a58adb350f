import type { ConsoleSignIn, IdentityConfiguration } from './configuration.ts';
import type { EnvironmentReader } from './environment-reader.ts';

/** Reads how callers are authenticated, and how users of the console sign in. */
export function readIdentity(reader: EnvironmentReader): IdentityConfiguration {
  const issuer = reader.url('FLOWGATE_JWT_ISSUER', ['https', 'http']);
  const keysUrl = reader.url('FLOWGATE_JWT_KEYS_URL', ['https', 'http']);
  const audience = reader.optional('FLOWGATE_JWT_AUDIENCE');
  const consoleSignIn = readConsoleSignIn(reader);
  if (reader.oneOf('FLOWGATE_AUTH', 'proxy', ['proxy', 'jwt']) === 'proxy') {
    if (consoleSignIn !== undefined)
      reader.problems.push('FLOWGATE_CONSOLE_OIDC_CLIENT_ID requires FLOWGATE_AUTH=jwt; with a proxy, that signs in');
    return { mode: 'proxy' };
  }
  if (issuer === undefined)
    reader.problems.push('FLOWGATE_JWT_ISSUER is missing; FLOWGATE_AUTH=jwt requires the URL of the issuer');
  if (consoleSignIn !== undefined && audience === undefined) reader.problems.push(missingAudience);
  const wellKnown = `${(issuer ?? '').replace(/\/$/, '')}/.well-known/jwks.json`;
  return { mode: 'jwt', issuer: issuer ?? '', audience, keysUrl: keysUrl ?? wellKnown, consoleSignIn };
}

/** Without it, a token that the issuer made for any other application would sign its holder in. */
const missingAudience =
  'FLOWGATE_JWT_AUDIENCE is missing; FLOWGATE_CONSOLE_OIDC_CLIENT_ID requires the audience of the tokens';

function readConsoleSignIn(reader: EnvironmentReader): ConsoleSignIn | undefined {
  const clientId = reader.optional('FLOWGATE_CONSOLE_OIDC_CLIENT_ID');
  const scopes = reader.matching(
    'FLOWGATE_CONSOLE_OIDC_SCOPES',
    'openid profile',
    /^(?=(?:.* )?openid(?: |$))[!#-[\]-~]+(?: [!#-[\]-~]+)*$/,
    'scopes separated by a space, among them openid',
  );
  const resource = reader.url('FLOWGATE_CONSOLE_OIDC_RESOURCE', ['https', 'http', 'urn', 'api']);
  return clientId === undefined ? undefined : { clientId, scopes, resource };
}
