import { defaultHosts, defaultProxies, logFormats, logLevels, roles } from '../allowed-values.ts';
import { file } from './file-readers.ts';
import { addresses, hosts, publicUrl } from './network-readers.ts';
import { receivers, signingKeys } from './notification-readers.ts';
import { days, integer, matching, oneOf, optionalText, text, url } from './setting-readers.ts';
import type { Settings } from './setting.ts';

const onOff = ['on', 'off'] as const;

/** How Flowgate serves. */
export const serverSettings = {
  HOST: { ...text('127.0.0.1'), meaning: 'the address to listen on; `0.0.0.0` for all' },
  PORT: {
    ...integer(3000, { min: 0, max: 65_535 }),
    meaning:
      'the port; `0` picks any free one. A `worker` listens only if it is set, and then serves only `/healthz`, `/readyz` and `/metrics`',
  },
  FLOWGATE_HOSTS: {
    ...hosts(defaultHosts),
    meaning:
      'the host names that Flowgate answers to, so that no web page can reach it under a name of its own; `*` for all',
  },
  FLOWGATE_BASE_PATH: {
    ...matching(/^(?:\/[\w.~-]+)*\/?$/, '/ and letters, digits, ".", "_", "~" and "-", such as /flowgate'),
    meaning:
      'a path such as `/flowgate` under which everything is served, including probes, for a reverse proxy that passes paths on unchanged. `Location`, paths in responses, `/docs` and the `servers` of the contract follow',
  },
  FLOWGATE_CONSOLE: {
    ...oneOf(onOff, 'on'),
    meaning:
      'whether the [console](../how-to/use-the-console.md), the web page for people, is served at `/`; `off` for the API alone',
  },
  FLOWGATE_PUBLIC_URL: {
    ...publicUrl(),
    meaning:
      'the URL at which Jenkins agents reach Flowgate, such as `https://flowgate.example`. Executions with [files](files.md) need it, and [`execution.url`](expressions.md#the-failure-and-the-execution) starts with it. Flowgate also answers to its host. The base path is added unless the URL ends with it',
  },
  FLOWGATE_RATE_LIMIT: {
    ...integer(100_000, { min: 0, max: 1_000_000_000 }),
    meaning: 'requests per client and minute, not counting probes; `0` for no limit',
  },
  FLOWGATE_ROLE: {
    ...oneOf(roles, 'all'),
    meaning:
      '`api` only serves requests, `worker` only triggers and follows builds; run [any number of each](../how-to/operate-flowgate.md#run-several-processes) on one Redis',
  },
  FLOWGATE_LOG_LEVEL: {
    ...oneOf(logLevels, 'info'),
    meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`; the reason why Flowgate exits is always logged',
  },
  FLOWGATE_LOG_FORMAT: {
    ...oneOf(logFormats),
    default: '`pretty` on a terminal, otherwise `json`',
    meaning: 'the format of the [log](#log)',
  },
  NODE_ENV: {
    ...text('production'),
    meaning: 'with `development` or `test`, responses are also checked against openapi.yaml',
  },
  FLOWGATE_INSTALL: {
    ...oneOf(onOff, 'on'),
    meaning:
      'whether `npm start` and `npm test` in a clone install missing programs: as root on Debian and Ubuntu, with apt-get. With `off`, they fail instead and print the command to run',
  },
} as const satisfies Settings;

/** What OpenTelemetry exports. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...optionalText(),
    meaning:
      'the URL of an OpenTelemetry collector, such as `http://collector:4318`; switches [traces](telemetry.md#traces) on',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { ...optionalText(), meaning: 'the same for traces alone, with the whole path' },
  OTEL_TRACES_EXPORTER: {
    ...optionalText(),
    default: '`otlp` with an endpoint',
    meaning: 'the exporters, such as `otlp` or `console`; `none` switches traces off',
  },
  OTEL_SDK_DISABLED: { ...text('false'), meaning: '`true` switches traces off' },
} as const satisfies Settings;

/** Who is told when executions change. */
export const notificationSettings = {
  FLOWGATE_NOTIFY_URL: {
    ...receivers(),
    secretPart: 'for a URL with a token',
    meaning:
      'who is told when executions change: a URL, or `<namespaces>=<URL>` separated by commas; see [notifications](telemetry.md#notifications)',
  },
  FLOWGATE_NOTIFY_SECRET: {
    ...signingKeys(),
    secret: true,
    meaning: 'signs them: `whsec_` and base64; several are separated by commas',
  },
  FLOWGATE_NOTIFY_EVENTS: {
    ...oneOf(['all', 'ended'], 'all'),
    meaning: '`all` changes of state, or `ended` for final states only',
  },
} as const satisfies Settings;

/** Who callers are, and what they can do. */
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
      'with `jwt`, the id under which the issuer knows the [console](../how-to/secure-flowgate.md#sign-in-to-the-console); without it, nobody can sign in there',
  },
  FLOWGATE_CONSOLE_OIDC_SCOPES: {
    ...matching(
      /^(?=(?:.* )?openid(?: |$))[!#-[\]-~]+(?: [!#-[\]-~]+)*$/,
      'scopes separated by a space, among them openid',
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
      'the max days until a new [API token](permissions.md#api-tokens) expires; `0` for no limit, and to allow tokens that never expire',
  },
} as const satisfies Settings;
