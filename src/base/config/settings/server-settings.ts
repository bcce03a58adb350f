import { defaultHosts, logFormats, logLevels, roles } from '../allowed-values.ts';
import { hosts, publicUrl } from './network-readers.ts';
import { integer, matching, oneOf, text } from './setting-readers.ts';
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
    meaning: 'the host names that Flowgate answers to; others are rejected, which prevents DNS rebinding. `*` for all',
  },
  FLOWGATE_BASE_PATH: {
    ...matching(/^(?:\/[\w.~-]+)*\/?$/, '/ and letters, digits, ".", "_", "~" and "-", such as /flowgate'),
    meaning:
      'a path such as `/flowgate` under which everything is served, including probes, for a reverse proxy that passes paths on unchanged. `Location`, paths in responses, `/docs` and the `servers` of the contract follow',
  },
  FLOWGATE_CONSOLE: {
    ...oneOf(onOff, 'on'),
    meaning:
      'whether the [console](../how-to/use-the-console.md), the web UI, is served at `/`; `off` for the API alone',
  },
  FLOWGATE_MCP: {
    ...oneOf(onOff, 'off'),
    meaning:
      'whether [agents can run flows](../how-to/let-agents-run-flows.md) with the tools at `/mcp` (Model Context Protocol)',
  },
  FLOWGATE_PUBLIC_URL: {
    ...publicUrl(),
    meaning:
      'the URL at which people reach Flowgate, such as `https://flowgate.example`: links in messages, mails and commit statuses, and [`execution.url`](expressions.md#the-failure-and-the-execution), start with it. Flowgate also answers to its host. The base path is added unless the URL ends with it',
  },
  FLOWGATE_AGENT_URL: {
    ...publicUrl(),
    default: 'the value of `FLOWGATE_PUBLIC_URL`',
    meaning:
      'the URL at which Jenkins agents reach Flowgate, if it is another one, such as `http://flowgate:3000` in a network of containers. Builds load the [files](files.md) of their execution from it, and send signals to it. Flowgate also answers to its host',
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
