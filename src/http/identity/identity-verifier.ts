import type { IncomingMessage } from 'node:http';
import type { Identity } from '../../access/identity.ts';

/** Authenticates a request. */
export interface IdentityVerifier {
  /** `proxy` for a header of a reverse proxy, `jwt` for bearer tokens. */
  readonly mode: 'proxy' | 'jwt';
  /** Whether the caller can send any user id: the request came from this machine, and no proxy forwarded it. */
  mayChooseName(request: IncomingMessage): boolean;
  /**
   * @returns the caller's identity, or a message for the caller that explains why it is unknown
   * @throws {AppError} `invalid-identity` when the identity in the request is malformed
   */
  verify(request: IncomingMessage): Promise<Identity | { readonly unknown: string }>;
}
