import { chooseServer } from '../contexts/server-choice.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { GatewayConnection } from './gateway-connection.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { sendableToken, sendableUser, serverUrl } from './sendable-values.ts';

/** @throws {UsageError} when no server is specified, or a value cannot be sent in a header */
export function openConnection(options: GatewayOptions, terminal: Terminal): GatewayConnection {
  const choice = chooseServer(options, terminal);
  if (choice === undefined)
    throw new UsageError('no server specified; use --server, FLOWGATE_SERVER, or `flowgate context add`.');
  const { url, user, token } = choice;
  return new GatewayConnection(serverUrl(url, '--server'), {
    ...(user && { 'x-oidc-sub': sendableUser(user) }),
    ...(token && { authorization: `Bearer ${sendableToken(token)}` }),
  });
}
