import { OidcClient, WebStorageStateStore, type OidcMetadata, type SigninResponse } from 'oidc-client-ts';
import { apiUrl } from '../api/base-path.ts';
import { checkIdToken, checkMetadata, checkResponseIssuer } from './check-issuer.ts';
import { signInPath } from './return-target.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import type { Tokens } from './tokens.ts';

/** What this tab remembers until the sign-in is complete. */
export interface Attempt {
  /** The address of the page that the user opened. */
  readonly target: string;
  /** The channel of another page that waits for the tokens. */
  readonly renewal?: string;
}

/** Signs users in at the issuer: authorization code flow with PKCE, without frames and without a client secret. */
export class IssuerClient {
  readonly #settings: SignInSettings;
  readonly #client: OidcClient;

  constructor(settings: SignInSettings) {
    this.#settings = settings;
    this.#client = new OidcClient({
      authority: settings.issuer,
      client_id: settings.clientId,
      scope: settings.scopes,
      resource: settings.resource,
      redirect_uri: apiUrl(signInPath),
      post_logout_redirect_uri: apiUrl(signInPath),
      // The store of this tab alone: a response to a request of another browser or tab is rejected.
      stateStore: new WebStorageStateStore({ prefix: 'flowgate.sign-in.', store: sessionStorage }),
      extraTokenParams: settings.resource === undefined ? {} : { resource: settings.resource },
      fetchRequestCredentials: 'omit',
      requestTimeoutInSeconds: timeoutSeconds,
    });
  }

  /** Leaves this page for the issuer, without an entry in the history. @param prompt as in OpenID Connect */
  async leave(attempt: Attempt, prompt?: 'login'): Promise<void> {
    await this.#metadata();
    const { url } = await this.#client.createSigninRequest({ state: attempt, nonce: crypto.randomUUID(), prompt });
    location.replace(url);
  }

  /** The attempt that a response belongs to; undefined if this tab has made none. */
  async attemptOf(url: string): Promise<Attempt | undefined> {
    const read = await this.#client.readSigninResponseState(url).catch(() => undefined);
    return read?.state.data as Attempt | undefined; // set by `leave`
  }

  /** Exchanges the code in the address to which the issuer has sent the user. */
  async finish(url: string): Promise<Tokens> {
    checkResponseIssuer(new URL(url).searchParams, await this.#metadata(), this.#settings.issuer);
    return this.#tokensOf(await this.#client.processSigninResponse(url));
  }

  /** @returns new tokens of the same user, who must have a refresh token */
  async refresh(tokens: Tokens): Promise<Tokens> {
    const { refreshToken = '', idToken, scope, subject } = tokens;
    const state = {
      refresh_token: refreshToken,
      id_token: idToken, // the user of a new one must be the same
      scope,
      session_state: null,
      profile: { sub: subject, iss: '', aud: '', exp: 0, iat: 0 },
    };
    const { resource } = this.#settings;
    const response = await this.#client.useRefreshToken({ state, resource, timeoutInSeconds: timeoutSeconds });
    return { ...tokens, ...accessOf(response), refreshToken: response.refresh_token ?? refreshToken };
  }

  /** Ends what the tokens allow, as far as the issuer can. */
  async revoke({ refreshToken }: Tokens): Promise<void> {
    const { revocation_endpoint: endpoint } = await this.#metadata();
    if (refreshToken !== undefined && endpoint !== undefined)
      await this.#client.revokeToken(refreshToken, 'refresh_token');
  }

  /**
   * Where the issuer ends its own session; undefined if it cannot. The ID token is not in it: addresses are logged.
   */
  async signOutUrl(): Promise<string | undefined> {
    const { end_session_endpoint: endpoint } = await this.#metadata();
    return endpoint === undefined ? undefined : (await this.#client.createSignoutRequest()).url;
  }

  async #metadata(): Promise<IssuerMetadata> {
    const metadata: IssuerMetadata = await this.#client.metadataService.getMetadata();
    checkMetadata(metadata, this.#settings.issuer);
    return metadata;
  }

  #tokensOf(response: SigninResponse): Tokens {
    const { profile } = response;
    checkIdToken(profile, this.#settings);
    return {
      subject: profile.sub,
      userName: profile.name ?? profile.preferred_username ?? profile.email,
      ...accessOf(response),
      refreshToken: response.refresh_token,
      idToken: response.id_token,
      scope: response.scope,
    };
  }
}

/** The library's type lacks the member of RFC 9207. */
type IssuerMetadata = Partial<OidcMetadata> & { readonly authorization_response_iss_parameter_supported?: boolean };

const timeoutSeconds = 15;

function accessOf({
  access_token: accessToken,
  expires_at: expiresAt,
}: SigninResponse): Pick<Tokens, 'accessToken' | 'expiresAt'> {
  return { accessToken, expiresAt: expiresAt === undefined ? undefined : expiresAt * 1000 };
}
