import type { IncomingMessage } from 'node:http';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Identity } from '../../access/identity.ts';
import { AppError } from '../../problem/app-error.ts';
import type { IdentityVerifier } from './identity-verifier.ts';
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

  constructor(
    options: TokenIdentityOptions,
    keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(options.keysUrl), { timeoutDuration: 5_000 }),
  ) {
    this.#options = options;
    this.#keys = keys;
  }

  /** @throws {AppError} `identity-unavailable` when the issuer does not give its keys */
  async verify(request: IncomingMessage): Promise<Identity | { readonly unknown: string }> {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return { unknown: 'The header Authorization with a bearer token is missing.' };
    const { issuer, audience } = this.#options;
    try {
      const { payload } = await jwtVerify(token, this.#keyOf, {
        issuer,
        audience,
        clockTolerance: 30,
        requiredClaims: ['sub', 'exp'],
        algorithms,
      });
      return identityOf(payload);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      return { unknown: `The bearer token is not accepted: ${reasonOf(error, this.#options)}.` };
    }
  }

  /** What is wrong with the keys is no problem of the token. */
  readonly #keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await this.#keys(header, token);
    } catch (error) {
      if (
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported
      )
        throw error;
      throw new AppError(
        'identity-unavailable',
        "The issuer's keys cannot be read at the moment, so that no bearer token can be checked.",
        {},
        { cause: error },
      );
    }
  };
}

// No symmetric ones: a key that the issuer publishes must not be able to sign.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

function reasonOf(error: errors.JOSEError, { issuer, audience }: TokenIdentityOptions): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return `its iss must be ${issuer}`;
    if (error.claim === 'aud') return `its aud must name ${audience}`;
    if (error.claim === 'nbf') return 'it is not valid yet (nbf)';
    return `its ${error.claim} is missing or not what it must be`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return `its alg must be one of ${algorithms.join(', ')}`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is not that of the issuer';
  if (error instanceof errors.JWKSNoMatchingKey) return 'the issuer has no key that fits its kid and alg';
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'the issuer has several keys, and it names none as its kid';
  return 'it is not a signed JWT that can be read';
}

function identityOf({ sub, groups }: JWTPayload): Identity | { readonly unknown: string } {
  if (!isSubject(sub))
    return {
      unknown: 'The sub of the bearer token is a text of up to 255 printable ASCII characters, and nothing else.',
    };
  const names = Array.isArray(groups) ? groups.filter((group): group is string => typeof group === 'string') : [];
  return { subject: sub, groups: names };
}
