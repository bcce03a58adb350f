import { UsageError, type Terminal } from '../command.ts';
import { FlowClient } from './flow-client.ts';
import { GatewayConnection } from './gateway-connection.ts';

/** The options of every command that asks a running Flowgate, for `parseArguments`. */
export const gatewayOptions = { server: {}, user: {}, token: {} } as const;

/** The same for `--help`. */
export const gatewayOptionsHelp = `  --server URL     the Flowgate to ask (FLOWGATE_SERVER)
  --user ID        who asks, as x-oidc-sub (FLOWGATE_USER)
  --token TOKEN    a bearer token (FLOWGATE_TOKEN, which no list of processes shows)`;

type OptionValues = Readonly<Record<string, string | undefined>>;

/** The flows of the gateway that the options name. @throws {UsageError} as openConnection */
export function openFlowClient(values: OptionValues, terminal: Terminal): FlowClient {
  return new FlowClient(openConnection(values, terminal));
}

/** @throws {UsageError} when no server is named, or an option cannot be sent */
export function openConnection(values: OptionValues, { environment }: Terminal): GatewayConnection {
  const server = values.server ?? environment.FLOWGATE_SERVER;
  const user = values.user ?? environment.FLOWGATE_USER;
  const token = values.token ?? environment.FLOWGATE_TOKEN;
  if (!server) throw new UsageError('name the server, with --server or in FLOWGATE_SERVER.');
  return new GatewayConnection(baseUrl(server), {
    ...(user && { 'x-oidc-sub': sendable(user, '--user', /^[\x20-\x7e]{1,255}$/) }),
    ...(token && { authorization: `Bearer ${sendable(token, '--token', /^[\x21-\x7e]+$/)}` }),
  });
}

function baseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('--server must be a URL that begins with http:// or https://.');
  // Not repeated: it would end up in a log.
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--server must not hold a password; use --token.');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.search = '';
  url.hash = '';
  return url;
}

function sendable(text: string, option: string, allowed: RegExp): string {
  if (!allowed.test(text))
    throw new UsageError(`${option} holds characters that no header can carry; printable ASCII is allowed.`);
  return text;
}
