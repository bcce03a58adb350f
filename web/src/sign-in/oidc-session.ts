import { ErrorResponse } from 'oidc-client-ts';
import { apiUrl } from '../api/base-path.ts';
import type { TokenSession } from '../api/session.ts';
import { removeDraftsOf } from '../editor/draft.ts';
import type { IssuerClient } from './issuer-client.ts';
import { signInPath } from './return-target.ts';
import { markSignedOut, onSignedOutElsewhere } from './signed-out.ts';
import type { Tokens } from './tokens.ts';

/** A token that expires earlier than this is renewed before it is used. */
const minMilliseconds = 30_000;
/** While the issuer cannot be reached, a token that is still valid is used as it is. */
const pauseMilliseconds = 30_000;

/** The session of this page. A reload forgets it. */
export class OidcSession implements TokenSession {
  readonly #issuer: IssuerClient;
  #tokens: Tokens;
  #renewal: Promise<boolean> | undefined;
  #nextRenewal = 0;

  constructor(issuer: IssuerClient, tokens: Tokens) {
    this.#issuer = issuer;
    this.#tokens = tokens;
    onSignedOutElsewhere(() => this.#leave(apiUrl(signInPath)));
  }

  get subject(): string {
    return this.#tokens.subject;
  }

  get userName(): string | undefined {
    return this.#tokens.userName;
  }

  async token(): Promise<string> {
    const { expiresAt = Infinity } = this.#tokens;
    const now = Date.now();
    if (expiresAt - now < minMilliseconds && now >= this.#nextRenewal) await this.#renewOnce();
    return this.#tokens.accessToken;
  }

  async renew(rejected: string): Promise<boolean> {
    return this.#tokens.accessToken !== rejected || this.#renewOnce();
  }

  replace(tokens: Tokens): boolean {
    if (tokens.subject !== this.#tokens.subject) return false;
    this.#tokens = tokens;
    return true;
  }

  async signOut(): Promise<void> {
    const url = await this.#issuer.signOutUrl().catch(() => undefined);
    markSignedOut(url === undefined ? 'here' : 'at-issuer');
    removeDraftsOf(this.subject);
    await this.#issuer.revoke(this.#tokens).catch(() => undefined); // it expires by itself, too
    this.#leave(url ?? apiUrl(signInPath));
  }

  #leave(url: string): void {
    this.#tokens = { subject: this.#tokens.subject, accessToken: '' };
    location.replace(url);
  }

  /** One renewal at a time: many issuers accept a refresh token only once. */
  #renewOnce(): Promise<boolean> {
    this.#renewal ??= this.#refresh().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #refresh(): Promise<boolean> {
    if (this.#tokens.refreshToken === undefined) return false;
    try {
      this.#tokens = await this.#issuer.refresh(this.#tokens);
      return true;
    } catch (error) {
      if (error instanceof ErrorResponse) this.#tokens = { ...this.#tokens, refreshToken: undefined };
      else this.#nextRenewal = Date.now() + pauseMilliseconds;
      return false;
    }
  }
}
