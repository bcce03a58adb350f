import type { IncomingMessage } from 'node:http';
import type { Identity } from '../../../access/identity.ts';

/** Authenticates a request. */
export interface IdentityVerifier {
  /** `proxy` for a header of a reverse proxy, `jwt` for bearer tokens. */
  readonly mode: 'proxy' | 'jwt';
  /** Whether the caller can send any user id: the request came from this machine, and no proxy forwarded it. */
  mayChooseName(request: IncomingMessage): boolean;
  /** @throws {AppError} `invalid-identity` when the identity in the request is malformed */
  verify(request: IncomingMessage): Promise<Identity | UnknownIdentity>;
}

export interface UnknownIdentity {
  /** Explains to the caller why it is unknown. */
  readonly unknown: string;
  /**
   * Whether the caller sent a token that is not accepted, for example because it has expired; the caller is then
   * anonymous.
   */
  readonly hasInvalidToken?: boolean;
  /** Whether the token was valid until it expired. */
  readonly hasExpired?: boolean;
}
