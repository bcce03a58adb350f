import { UsageError, type Terminal } from '../terminal.ts';
import { FlowClient } from './flow-client.ts';
import { GatewayConnection } from './gateway-connection.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** A client for the flows of the server in the options. @throws as openConnection */
export function openFlowClient(options: GatewayOptions, terminal: Terminal): FlowClient {
  return new FlowClient(openConnection(options, terminal));
}

/** @throws {UsageError} when the server is missing, or an option cannot be sent in a header */
export function openConnection(options: GatewayOptions, { environment }: Terminal): GatewayConnection {
  const server = options.server ?? environment.FLOWGATE_SERVER;
  const user = options.user ?? environment.FLOWGATE_USER;
  const token = options.token ?? environment.FLOWGATE_TOKEN;
  if (!server) throw new UsageError('no server specified; use --server or FLOWGATE_SERVER.');
  return new GatewayConnection(baseUrl(server), {
    ...(user && { 'x-oidc-sub': sendable(user, '--user', /^[\x20-\x7e]{1,255}$/) }),
    ...(token && { authorization: `Bearer ${sendable(token, '--token', /^[\x21-\x7e]+$/)}` }),
  });
}

function baseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('--server must be a URL that starts with http:// or https://.');
  // The password is not repeated: it would end up in a log.
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--server must not contain a user or password; use --token.');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.search = '';
  url.hash = '';
  return url;
}

function sendable(text: string, option: string, allowed: RegExp): string {
  if (!allowed.test(text))
    throw new UsageError(`${option} contains characters that are not allowed in a header; use printable ASCII.`);
  return text;
}
