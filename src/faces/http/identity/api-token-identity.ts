import type { IncomingMessage } from 'node:http';
import type { TokenService } from '../../../abilities/tokens/token-service.ts';
import type { Identity } from '../../../access/identity.ts';
import { apiTokenPrefix } from '../../../base/masking/mask-api-tokens.ts';
import type { IdentityRules } from './identity-rules.ts';
import type { IdentityVerifier, UnknownIdentity } from './identity-verifier.ts';
import { singleHeader } from './single-header.ts';

/** The same rules, under which API tokens identify callers too. */
export function withApiTokens(rules: IdentityRules, tokens: Pick<TokenService, 'authenticate'>): IdentityRules {
  return { ...rules, verifier: new ApiTokenIdentity(tokens, rules.verifier) };
}

/**
 * Accepts API tokens, wherever the request comes from, and leaves other requests to another verifier. A token takes
 * precedence over `x-oidc-sub`: a proxy that adds one must not give a token the rights of a user.
 */
class ApiTokenIdentity implements IdentityVerifier {
  readonly mode: IdentityVerifier['mode'];
  readonly #tokens: Pick<TokenService, 'authenticate'>;
  readonly #others: IdentityVerifier;

  constructor(tokens: Pick<TokenService, 'authenticate'>, others: IdentityVerifier) {
    this.mode = others.mode;
    this.#tokens = tokens;
    this.#others = others;
  }

  /** @throws {AppError} as the other verifier; `store-unavailable` */
  async verify(request: IncomingMessage): Promise<Identity | UnknownIdentity> {
    if (!hasApiToken(request)) return this.#others.verify(request);
    const text = apiTokenOf(request);
    if (text === undefined)
      return { unknown: 'The header Authorization must consist of Bearer and the API token.', hasInvalidToken: true };
    const found = await this.#tokens.authenticate(text);
    if (!('rejected' in found)) return found;
    return { unknown: found.rejected, hasInvalidToken: true, hasExpired: found.hasExpired };
  }

  mayChooseName(request: IncomingMessage): boolean {
    return !hasApiToken(request) && this.#others.mayChooseName(request);
  }
}

/**
 * Whether a request is to be authenticated by an API token, even if it needs no identity, or the header is malformed:
 * its sender must not get the rights of an anonymous caller or of a proxy's user instead.
 */
export function hasApiToken({ headersDistinct }: IncomingMessage): boolean {
  return headersDistinct.authorization?.some((value) => anywhere.test(value)) === true;
}

const anywhere = new RegExp(`(?<![A-Za-z0-9_.-])${apiTokenPrefix}`);

/** @returns undefined if the header is malformed @throws {AppError} `invalid-identity` if it is repeated */
function apiTokenOf(request: IncomingMessage): string | undefined {
  const text = /^Bearer +(\S+)$/i.exec(singleHeader(request, 'authorization') ?? '')?.[1];
  return text?.startsWith(apiTokenPrefix) === true ? text : undefined;
}
