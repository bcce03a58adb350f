import type { IncomingMessage } from 'node:http';
import type { Identity } from '../../access/identity.ts';
import { apiTokenPrefix } from '../../masking/mask-api-tokens.ts';
import { AppError } from '../../problem/app-error.ts';
import type { TokenService } from '../../services/tokens/token-service.ts';
import type { IdentityVerifier, UnknownIdentity } from './identity-verifier.ts';
import type { IdentityRules } from './require-identity.ts';

/** The same rules, under which API tokens identify callers too. */
export function withApiTokens(rules: IdentityRules, tokens: Pick<TokenService, 'authenticate'>): IdentityRules {
  return { ...rules, verifier: new ApiTokenIdentity(tokens, rules.verifier) };
}

/**
 * Accepts API tokens, wherever the request comes from, and leaves other requests to another verifier. A token takes
 * precedence over `x-oidc-sub`: a proxy that adds one must not give a token the rights of a user.
 */
export class ApiTokenIdentity implements IdentityVerifier {
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
    const text = apiTokenOf(request);
    if (text === undefined) return this.#others.verify(request);
    const found = await this.#tokens.authenticate(text);
    return 'rejected' in found ? { unknown: found.rejected, hasInvalidToken: true } : found;
  }

  mayChooseName(request: IncomingMessage): boolean {
    return !hasApiToken(request) && this.#others.mayChooseName(request);
  }
}

/** Whether a request is to be authenticated by an API token, even if it needs no identity. */
export function hasApiToken({ headersDistinct }: IncomingMessage): boolean {
  return headersDistinct.authorization?.some((value) => tokenIn(value) !== undefined) === true;
}

/** @throws {AppError} `invalid-identity`, because a proxy might look at another header than Flowgate */
function apiTokenOf(request: IncomingMessage): string | undefined {
  if (!hasApiToken(request)) return undefined;
  const { authorization: values = [] } = request.headersDistinct;
  if (values.length > 1) throw new AppError('invalid-identity', 'The header Authorization must not be repeated.');
  return tokenIn(values[0] ?? '');
}

function tokenIn(authorization: string): string | undefined {
  const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  return text?.startsWith(apiTokenPrefix) === true ? text : undefined;
}
