import type { Caller } from '../../access/caller.ts';
import type { Right } from '../../access/grant.ts';
import { actorOf, type Identity, type User } from '../../access/identity.ts';
import { defaultSurfaces, type Surface } from '../../access/surface.ts';
import { AppError } from '../../base/problem/app-error.ts';
import {
  useInterval,
  type ApiToken,
  type ListedToken,
  type TokenLimits,
  type TokenRejection,
} from '../../store/tokens/api-token.ts';
import type { RedisTokenStore } from '../../store/tokens/redis-token-store.ts';
import { formatToken, hashOfSecret, isSecretOf, newTokenText, parseToken } from '../../store/tokens/token-text.ts';

export interface NewToken {
  readonly name: string;
  /** Patterns, as in a policy. */
  readonly namespaces: readonly string[];
  readonly rights: readonly Right[];
  /** `defaultSurfaces` if absent. */
  readonly surfaces?: readonly Surface[] | undefined;
  /** Null for never; after `defaultDays` if absent. */
  readonly expiresAt?: Date | null;
}

/** Why a token does not authenticate its sender; a message for the sender. */
export interface RejectedToken {
  readonly rejected: string;
  readonly hasExpired?: boolean;
}

const defaultDays = 90;
const dayMilliseconds = 24 * 60 * 60 * 1000;
const defaultLimits: TokenLimits = { perCreator: 50, inAll: 1000 };

/** Long-lived credentials of programs, limited to namespaces and rights (docs/reference/permissions.md#api-tokens). */
export class TokenService {
  readonly #deps;
  readonly #limits: TokenLimits;
  /** When this process last noted a use, in milliseconds, by the id of the token. */
  readonly #noted = new Map<string, number>();

  constructor(deps: {
    readonly store: RedisTokenStore;
    /** Max days until a token expires; 0 for no limit. */
    readonly maxDays: number;
    readonly now: () => Date;
    readonly limits?: TokenLimits;
  }) {
    this.#deps = deps;
    this.#limits = deps.limits ?? defaultLimits;
  }

  /**
   * Creates a token; its text is returned only here.
   * @throws {AppError} forbidden if the caller lacks one of its rights, or is not a user; invalid-request for its
   * expiry; token-exists, too-many-tokens
   */
  async create(
    { name, namespaces, rights, surfaces = defaultSurfaces, expiresAt }: NewToken,
    caller: Caller,
  ): Promise<{ readonly token: ApiToken; readonly text: string }> {
    const creator = userOf(caller);
    for (const namespace of namespaces) for (const right of rights) caller.require(right, namespace);
    const now = this.#deps.now();
    const { id, secret } = newTokenText();
    const token: ApiToken = {
      id,
      name,
      namespaces: [...new Set(namespaces)],
      rights: [...new Set(rights)],
      surfaces: [...new Set(surfaces)],
      creator,
      createdAt: now.toISOString(),
      expiresAt: this.#expiry(expiresAt, now)?.toISOString(),
    };
    const rejection = await this.#deps.store.create({ ...token, hash: hashOfSecret(secret) }, this.#limits);
    if (rejection !== undefined) throw this.#rejection(rejection, token);
    return { token, text: formatToken({ id, secret }) };
  }

  /** The tokens that a user may revoke, the newest first. @throws {AppError} forbidden for a caller that is not a user */
  async list(caller: Caller): Promise<readonly ListedToken[]> {
    const user = userOf(caller);
    return (await this.#deps.store.list(this.#deps.now())).filter((token) => isManagedBy(token, user, caller));
  }

  /**
   * Revokes a token: the next request with it is rejected.
   * @throws {AppError} token-not-found, also if it is hidden from the user; forbidden for a caller that is not a user
   */
  async revoke(id: string, caller: Caller): Promise<ApiToken> {
    const user = userOf(caller);
    const token = await this.#deps.store.read(id);
    const isRemoved = token !== undefined && isManagedBy(token, user, caller) && (await this.#deps.store.remove(id));
    if (!isRemoved)
      throw new AppError(
        'token-not-found',
        `The token ${id} was not found: it does not exist, or you may not revoke it. GET /tokens lists the tokens that you can revoke.`,
      );
    return token;
  }

  /** The token as a caller, or why it is rejected. @throws {AppError} store-unavailable */
  async authenticate(text: string): Promise<Identity | RejectedToken> {
    const given = parseToken(text);
    if (given === undefined)
      return {
        rejected: 'The API token is incomplete or mistyped; it must be exactly as it was shown when it was created.',
      };
    const token = await this.#deps.store.read(given.id);
    const hasSecret = isSecretOf(token?.hash ?? decoyHash, given.secret);
    if (token === undefined || !hasSecret)
      return { rejected: 'The API token is not valid: it was revoked, has expired, or never existed.' };
    const now = this.#deps.now();
    // Revealed only to holders of the secret.
    if (token.expiresAt !== undefined && token.expiresAt <= now.toISOString())
      return { rejected: `The API token expired at ${token.expiresAt}; create a new one.`, hasExpired: true };
    this.#noteUse(token, now);
    const { id, name, namespaces, rights, surfaces, creator, expiresAt } = token;
    return {
      subject: actorOf('token', name),
      groups: [],
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
      token: { id, namespaces, rights, surfaces, creator },
    };
  }

  /** The request does not wait for this, and does not fail if it fails: the next use notes it. */
  #noteUse({ id }: ApiToken, now: Date): void {
    if (now.getTime() - (this.#noted.get(id) ?? 0) < useInterval) return;
    // Tokens come and go; a use that was forgotten is recorded again.
    if (this.#noted.size >= this.#limits.inAll) this.#noted.clear();
    this.#noted.set(id, now.getTime());
    this.#deps.store.noteUse(id, now).catch(() => this.#noted.delete(id));
  }

  /** @returns undefined for never @throws {AppError} invalid-request */
  #expiry(expiresAt: Date | null | undefined, now: Date): Date | undefined {
    const { maxDays } = this.#deps;
    const latest = maxDays === 0 ? undefined : new Date(now.getTime() + maxDays * dayMilliseconds);
    if (expiresAt === undefined) {
      const usual = new Date(now.getTime() + defaultDays * dayMilliseconds);
      return latest !== undefined && latest < usual ? latest : usual;
    }
    if (expiresAt !== null && expiresAt <= now) throw invalidExpiry('must be in the future');
    // A minute more, because the client has counted the days before it sent the request.
    if (latest !== undefined && (expiresAt === null || expiresAt.getTime() > latest.getTime() + 60_000))
      throw invalidExpiry(`must be at most ${maxDays} days ahead (FLOWGATE_TOKEN_DAYS)`);
    if (expiresAt !== null && expiresAt > maxDate) throw invalidExpiry('must be before the year 10000; null for never');
    return expiresAt ?? undefined;
  }

  #rejection(rejection: TokenRejection, { name, creator }: ApiToken): AppError {
    if (rejection === 'name-taken')
      return new AppError(
        'token-exists',
        `A token ${JSON.stringify(name)} already exists. Choose another name, or revoke that token first.`,
        { name },
      );
    const { perCreator, inAll } = this.#limits;
    const found =
      rejection === 'too-many-in-all'
        ? `There are already ${inAll} tokens in this installation`
        : `${JSON.stringify(creator.subject)} already has ${perCreator} tokens`;
    return new AppError('too-many-tokens', `${found}, which is the limit. Revoke tokens that are no longer used.`);
  }
}

/** The secret of an unknown token is compared with this. */
const decoyHash = hashOfSecret(newTokenText().secret);
/** All times before it are written with equally many characters. */
const maxDate = new Date('9999-12-31T23:59:59.999Z');

/** @throws {AppError} forbidden: a token that could create tokens would outlive its own revocation */
function userOf({ identity, subject }: Caller): User {
  if (identity === undefined || identity.token !== undefined)
    throw new AppError('forbidden', `${JSON.stringify(subject)} is not a user; only users can manage API tokens.`, {
      subject,
    });
  const { groups } = identity;
  return { subject, groups };
}

/** Users manage their own tokens, and tokens that reach only namespaces in which they may change everything else too. */
function isManagedBy({ creator, namespaces }: ApiToken, { subject }: User, caller: Caller): boolean {
  return creator.subject === subject || namespaces.every((namespace) => caller.may('write', namespace));
}

function invalidExpiry(rule: string): AppError {
  const message = `The body property expiresAt ${rule}.`;
  return new AppError('invalid-request', message, { errors: [{ path: '/body/expiresAt', message }] });
}
