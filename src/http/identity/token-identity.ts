import type { IncomingMessage } from 'node:http';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Identity } from '../../access/identity.ts';
import type { IdentityVerifier } from './identity.ts';
import { isSubject } from './proxy-identity.ts';

export interface TokenIdentityOptions {
  readonly issuer: string;
  readonly audience?: string;
  /** Where the issuer publishes its keys. */
  readonly keysUrl: string;
}

/** Verifies a bearer token of one issuer and takes the user from its `sub` (`FLOWGATE_AUTH=jwt`). */
export class TokenIdentity implements IdentityVerifier {
  readonly #options: TokenIdentityOptions;
  readonly #keys: JWTVerifyGetKey;

  constructor(options: TokenIdentityOptions, keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(options.keysUrl), { timeoutDuration: 5_000 })) {
    this.#options = options;
    this.#keys = keys;
  }

  async verify(request: IncomingMessage): Promise<Identity | { readonly unknown: string }> {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return { unknown: 'The header Authorization with a bearer token is missing.' };
    try {
      const { payload } = await jwtVerify(token, this.#keys, { issuer: this.#options.issuer, audience: this.#options.audience, clockTolerance: 30, requiredClaims: ['sub', 'exp'], algorithms });
      return identityOf(payload);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      return { unknown: `The bearer token is not accepted (${error.code}).` };
    }
  }
}

// No symmetric ones: a key that the issuer publishes must not be able to sign.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

function identityOf({ sub = '', groups }: JWTPayload): Identity | { readonly unknown: string } {
  if (!isSubject(sub)) return { unknown: 'The sub of the bearer token holds up to 255 printable ASCII characters, and no others.' };
  const names = Array.isArray(groups) ? groups.filter((group): group is string => typeof group === 'string') : [];
  return { subject: sub, groups: names };
}
