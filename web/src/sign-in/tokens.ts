/** What the issuer gave to this page. */
export interface Tokens {
  readonly subject: string;
  readonly userName?: string;
  readonly accessToken: string;
  /** In milliseconds since 1970; absent if the issuer did not specify it. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  readonly idToken?: string;
  readonly scope?: string;
}
