import type { IncomingMessage } from 'node:http';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { isReservedSubject, reservedSubject, type Identity } from '../../../access/identity.ts';
import { smallAnswer } from '../../../base/answers/answer-limits.ts';
import { limitedFetch } from '../../../base/answers/fetch-answer.ts';
import { pauseAfterFailure } from '../../../base/answers/pause-after-failure.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import type { IdentityVerifier, UnknownIdentity } from './identity-verifier.ts';
import { isSubject } from './proxy-identity.ts';
import { singleHeader } from './single-header.ts';

export interface JwtIdentityOptions {
  readonly issuer: string;
  readonly audience?: string;
  /** The URL of the issuer's key set (JWKS). */
  readonly keysUrl: string;
  /** The current time; the clock of this machine by default. */
  readonly now?: () => Date;
}

/** Verifies bearer tokens of one issuer; the user is their `sub` (`FLOWGATE_AUTH=jwt`). */
export class JwtIdentity implements IdentityVerifier {
  readonly mode = 'jwt';
  readonly #options: JwtIdentityOptions;
  readonly #keys: JWTVerifyGetKey;

  constructor(
    options: JwtIdentityOptions,
    keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(options.keysUrl), {
      timeoutDuration: keysTimeout,
      [customFetch]: pauseAfterFailure(limitedFetch({ of: 'the issuer', ...smallAnswer }, keysTimeout), keysPause),
    }),
  ) {
    this.#options = options;
    this.#keys = keys;
  }

  /**
   * @throws {AppError} `invalid-identity` when the header is repeated; `identity-unavailable` when the issuer's keys cannot
   * be fetched
   */
  async verify(request: IncomingMessage): Promise<Identity | UnknownIdentity> {
    const token = /^Bearer +(\S+)$/i.exec(singleHeader(request, 'authorization') ?? '')?.[1];
    if (token === undefined) return { unknown: 'The header Authorization must contain a bearer token.' };
    const { issuer, audience, now } = this.#options;
    try {
      const { payload } = await jwtVerify(token, this.#keyOf, {
        issuer,
        audience,
        clockTolerance: 30,
        currentDate: now?.(),
        requiredClaims: ['sub', 'exp'],
        algorithms,
      });
      return identityOf(payload);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      return {
        unknown: `The bearer token is invalid: ${reasonOf(error, this.#options)}.`,
        hasInvalidToken: true,
        hasExpired: error instanceof errors.JWTExpired,
      };
    }
  }

  mayChooseName(): boolean {
    return false;
  }

  /** Distinguishes a failure to fetch the keys from an invalid token. */
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
        "The bearer token cannot be verified, because the issuer's keys are unavailable.",
        {},
        { cause: error },
      );
    }
  };
}

/** In milliseconds, for the whole answer. */
const keysTimeout = 5_000;
/** Clients are told to retry after a second. In milliseconds. */
const keysPause = 1_000;

// No symmetric algorithms: a published key must not be able to sign.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

function reasonOf(error: errors.JOSEError, { issuer, audience }: JwtIdentityOptions): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return `its iss must be ${issuer}`;
    if (error.claim === 'aud') return `its aud must include ${audience}`;
    if (error.claim === 'nbf') return 'it is not valid yet (nbf)';
    return `its ${error.claim} is missing or invalid`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return `its alg must be one of ${algorithms.join(', ')}`;
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return 'its signature does not match the key of the issuer';
  if (error instanceof errors.JWKSNoMatchingKey) return 'the issuer has no key for its kid and alg';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'it has no kid, but the issuer has several keys';
  return 'it is not a valid signed JWT';
}

// The last moment that a Date can express.
const maxTime = 8.64e15;

function identityOf({ sub, groups, exp = 0 }: JWTPayload): Identity | UnknownIdentity {
  if (!isSubject(sub))
    return {
      unknown: 'The sub of the bearer token must be a string of at most 255 characters, all printable ASCII.',
      hasInvalidToken: true,
    };
  if (isReservedSubject(sub))
    return { unknown: `The sub of the bearer token ${reservedSubject}.`, hasInvalidToken: true };
  const names = Array.isArray(groups) ? groups.filter((group): group is string => typeof group === 'string') : [];
  return { subject: sub, groups: names, expiresAt: new Date(Math.min(exp * 1000, maxTime)) };
}
