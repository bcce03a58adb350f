/** How users sign in with OpenID Connect, as the gateway has written it into the page. */
export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Separated by spaces. */
  readonly scopes: string;
  /** The resource that tokens are requested for (RFC 8707). */
  readonly resource?: string;
}

/** @returns undefined if users do not sign in here */
export function signInSettings(): SignInSettings | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="flowgate-sign-in"]')?.content ?? '';
  return content === '' ? undefined : (JSON.parse(content) as SignInSettings); // written by the gateway
}
