import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';
import { JwtIdentity } from '../../../src/faces/http/identity/jwt-identity.ts';

/** The audience of tokens for Flowgate. */
const audience = 'flowgate';
const clientId = 'console';
/** The resource whose tokens are JWTs; for others, the provider gives opaque tokens. */
const resource = 'https://flowgate.test';

/** An OpenID Connect provider on this machine, where every login and password is accepted. */
export interface IssuerUnderTest {
  readonly url: string;
  /** For the gateway. */
  readonly signIn: {
    readonly issuer: string;
    readonly clientId: string;
    readonly scopes: string;
    readonly resource: string;
  };
  /** What the next tokens are like. */
  readonly tokens: { audience: string; lifetimeSeconds: number; canBeRefreshed: boolean };
  /** The grants for which tokens were issued: `authorization_code`, `refresh_token`. */
  readonly grants: string[];
  /** The pages that browsers named as the origin of their requests. */
  readonly referrers: string[];
  /** Verifies tokens, with a clock that a test can turn. */
  verifier(clock: { aheadSeconds: number }): JwtIdentity;
  /** Registers the console that is served at a URL. */
  register(consoleUrl: string): void;
  /** A token of a user, for a program. */
  tokenFor(subject: string): Promise<string>;
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
}

export async function startIssuer(): Promise<IssuerUnderTest> {
  let serve: RequestListener = (_request, response) => response.writeHead(503).end();
  // By name, because cookies of one address are sent to all its ports.
  const referrers: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.referer !== undefined) referrers.push(request.headers.referer);
    serve(request, response);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const url = `http://localhost:${port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', kid: 'test', use: 'sig' };
  const tokens = { audience, lifetimeSeconds: 3600, canBeRefreshed: false };
  const grants: string[] = [];
  return {
    url,
    signIn: { issuer: url, clientId, scopes: 'openid profile', resource },
    tokens,
    grants,
    referrers,
    verifier: (clock) =>
      new JwtIdentity({
        issuer: url,
        audience,
        keysUrl: `${url}/jwks`,
        now: () => new Date(Date.now() + clock.aheadSeconds * 1000),
      }),
    register: (consoleUrl) => {
      const provider = new Provider(url, configurationFor(consoleUrl, { keys: [key] }, tokens));
      provider.on('grant.success', ({ oidc }) => grants.push(String(oidc.params?.grant_type)));
      serve = provider.callback();
    },
    tokenFor: (subject) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setSubject(subject)
        .setIssuer(url)
        .setAudience(audience)
        .setExpirationTime('1 hour')
        .sign(privateKey),
    goDown: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    comeBack: async () => {
      server.listen(port, 'localhost');
      await once(server, 'listening');
    },
  };
}

function configurationFor(
  consoleUrl: string,
  jwks: NonNullable<Configuration['jwks']>,
  tokens: IssuerUnderTest['tokens'],
): Configuration {
  const page = `${consoleUrl}/ui/sign-in`;
  const { origin } = new URL(consoleUrl);
  return {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [page],
        post_logout_redirect_uris: [page],
      },
    ],
    jwks,
    ttl: {
      Interaction: 3600,
      Grant: 3600,
      Session: 3600,
      AccessToken: () => tokens.lifetimeSeconds,
      IdToken: 3600,
      RefreshToken: 3600,
    },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    clientBasedCORS: (_context, requested) => requested === origin,
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, name: `${id} Lovelace` }) }),
    issueRefreshToken: () => tokens.canBeRefreshed,
    // The console is a client of the same organization, which needs no consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid profile');
      grant.addResourceScope(resource, '');
      await grant.save();
      return grant;
    },
    features: {
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: tokens.audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  };
}
