import type { IncomingMessage } from 'node:http';
import type { Identity } from '../../access/identity.ts';

/** Finds out who sent a request. */
export interface IdentityVerifier {
  /**
   * @returns who asks, or in words that can be shown why that is not known
   * @throws {AppError} `invalid-identity` when the request names somebody in a way that cannot be read
   */
  verify(request: IncomingMessage): Promise<Identity | { readonly unknown: string }>;
}
