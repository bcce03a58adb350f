import { defaultProxies } from '../allowed-values.ts';
import { file } from './file-readers.ts';
import { addresses } from './network-readers.ts';
import { days, matching, oneOf, optionalText, url } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** The identity of callers, and their rights. */
export const identitySettings = {
  FLOWGATE_AUTH: {
    ...oneOf(['proxy', 'jwt'], 'proxy'),
    meaning:
      '`proxy` trusts the header `x-oidc-sub` of a reverse proxy; `jwt` uses the `sub` of a bearer token of your issuer. [API tokens](permissions.md#api-tokens) work with both',
  },
  FLOWGATE_TRUSTED_PROXIES: {
    ...addresses(defaultProxies),
    meaning: 'the proxies to trust: addresses, ranges such as `10.0.0.0/8`, or `loopback`',
  },
  FLOWGATE_JWT_ISSUER: { ...url(['https', 'http']), meaning: 'the URL of the issuer; required with `jwt`' },
  FLOWGATE_JWT_KEYS_URL: {
    ...url(['https', 'http']),
    default: "the issuer's `/.well-known/jwks.json`",
    meaning: 'the URL of its keys',
  },
  FLOWGATE_JWT_AUDIENCE: {
    ...optionalText(),
    meaning: 'the audience that a token must name; required to sign in to the console',
  },
  FLOWGATE_CONSOLE_OIDC_CLIENT_ID: {
    ...optionalText(),
    meaning:
      'with `jwt`, the client ID of the [console](../how-to/secure-flowgate.md#sign-in-to-the-console); without it, nobody can sign in there',
  },
  FLOWGATE_CONSOLE_OIDC_SCOPES: {
    ...matching(
      /^(?=(?:.* )?openid(?: |$))[!#-[\]-~]+(?: [!#-[\]-~]+)*$/,
      'scopes separated by spaces, including openid',
      'openid profile',
    ),
    meaning:
      'the scopes that the console requests, separated by spaces; with `offline_access`, many issuers give a refresh token',
  },
  FLOWGATE_CONSOLE_OIDC_RESOURCE: {
    ...url(['https', 'http', 'urn', 'api']),
    meaning:
      'the `resource` that the console requests tokens for (RFC 8707), for issuers that need it to put the audience into a token',
  },
  FLOWGATE_POLICY: { ...file(), meaning: 'a file with the [policy](permissions.md): who can do what' },
  FLOWGATE_TOKEN_DAYS: {
    ...days(0),
    meaning:
      'the maximum lifetime of a new [API token](permissions.md#api-tokens), in days; `0` for no limit, which also allows tokens that never expire',
  },
} as const satisfies Settings;
