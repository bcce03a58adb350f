import type { IncomingMessage } from 'node:http';
import type { Identity } from '../../access/identity.ts';

/** Authenticates a request. */
export interface IdentityVerifier {
  /**
   * @returns the caller's identity, or a message for the caller that explains why it is unknown
   * @throws {AppError} `invalid-identity` when the identity in the request is malformed
   */
  verify(request: IncomingMessage): Promise<Identity | { readonly unknown: string }>;
}
