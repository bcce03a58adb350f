import type { Tokens } from '../sign-in/tokens.ts';

/**
 * Who the user is: someone who signed in with OpenID Connect, a name chosen on the gateway's own machine, or
 * nothing, because a proxy adds the user id.
 */
const storageKey = 'flowgate.name';

/** A user who has signed in with OpenID Connect. Their tokens are in memory, and nowhere else. */
export interface TokenSession {
  /** The `sub` of the user. */
  readonly subject: string;
  /** The display name of the user, if the issuer provides one. */
  readonly userName: string | undefined;
  /** A token for the next request, renewed first if it is about to expire. */
  token(): Promise<string>;
  /** Replaces a token that the gateway has rejected, without the user. @returns false if that is not possible */
  renew(rejected: string): Promise<boolean>;
  /** Continues with the tokens of a new sign-in. @returns false if they are of another user, whose page this is not */
  replace(tokens: Tokens): boolean;
  /** Ends the session here and at the issuer, and leaves this page. */
  signOut(): Promise<void>;
}

let tokenSession: TokenSession | undefined;

export function startTokenSession(session: TokenSession): void {
  tokenSession = session;
}

export function currentTokenSession(): TokenSession | undefined {
  return tokenSession;
}

export function chosenName(): string | undefined {
  return tokenSession === undefined ? (localStorage.getItem(storageKey) ?? undefined) : undefined;
}

export function chooseName(name: string): void {
  localStorage.setItem(storageKey, name);
}

/** The headers of every request to the API. */
export async function sessionHeaders(): Promise<Readonly<Record<string, string>>> {
  if (tokenSession !== undefined) return { authorization: `Bearer ${await tokenSession.token()}` };
  const name = chosenName();
  return name === undefined ? {} : { 'x-oidc-sub': name };
}
