import {
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { JwtIdentity } from '../../../src/faces/http/identity/jwt-identity.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
afterEach(() => gateway.stop());

const create = () => request(gateway.app).post('/flows').set('Content-Type', 'text/yaml');

describe('behind a proxy', () => {
  it('trusts only loopback by default', async () => {
    gateway = await startTestGateway({
      identity: { verifier: new ProxyIdentity(['10.0.0.0/8', '::1']), forReading: false },
    });
    const { body } = await create().set('x-oidc-sub', 'mallory').send(flowText()).expect(401);
    expect(body.detail).toMatch(/127\.0\.0\.1.*FLOWGATE_TRUSTED_PROXIES/);
  });

  it('says that a bearer token is not an API token', async () => {
    gateway = await startTestGateway();
    const send = () => create().set('Authorization', 'Bearer sesame').send(flowText());
    const { body } = await send().expect(401);
    expect(body.detail).toBe('The bearer token is not an API token, which starts with fgt_.');
    await send().set('x-oidc-sub', 'ada').expect(201);
  });

  it('rejects invalid user ids', async () => {
    gateway = await startTestGateway();
    for (const subject of ['x'.repeat(256), 'ü', 'a\tb']) {
      await create().set('x-oidc-sub', subject).send(flowText()).expect(400);
    }
    await create().set('x-oidc-sub', '').send(flowText()).expect(401);
    await create().set('x-oidc-sub', 'auth0|5f7c8ec7c33c6c004bbafe82').send(flowText()).expect(201);
  });
});

const issuer = 'https://issuer.example';
const options = { issuer, audience: 'flowgate', keysUrl: 'https://issuer.example/keys' };

describe('with tokens', () => {
  const signer = generateKeyPair('RS256');

  async function token(claims: JWTPayload): Promise<string> {
    return new SignJWT({ sub: 'ada', aud: 'flowgate', iss: issuer, exp: secondsFromNow(3600), ...claims })
      .setProtectedHeader({ alg: 'RS256' })
      .sign((await signer).privateKey);
  }

  async function start(keys?: JWTVerifyGetKey): Promise<void> {
    const published = createLocalJWKSet({ keys: [{ ...(await exportJWK((await signer).publicKey)), alg: 'RS256' }] });
    gateway = await startTestGateway({
      identity: { verifier: new JwtIdentity(options, keys ?? published), forReading: true },
    });
  }

  const send = (bearer: string) => create().set('Authorization', `Bearer ${bearer}`).send(flowText());

  it('accepts the user only from a token of the issuer', async () => {
    await start();
    await create().set('x-oidc-sub', 'ada').send(flowText()).expect(401);
    expect((await send(await token({}))).body).toMatchObject({ createdBy: 'ada' });
    await request(gateway.app).get('/flows').expect(401);
    await request(gateway.app).get('/healthz').expect(200);
  });

  it.each<[JWTPayload, RegExp]>([
    [{ aud: 'other' }, /its aud must include flowgate/],
    [{ iss: 'https://other.example' }, /its iss must be https:\/\/issuer\.example/],
    [{ exp: secondsFromNow(-3600) }, /it has expired/],
    [{ exp: undefined }, /its exp is missing/],
    [{ nbf: secondsFromNow(3600) }, /it is not valid yet/],
    [{ sub: undefined }, /its sub is missing/],
    [{ sub: 'ü' }, /printable ASCII/],
    [{ sub: 5 as never }, /must be a string/],
    [{ sub: 'token:ci' }, /must not start with "token:"/],
    [{ sub: 'signal:go' }, /must not start with .*"signal:", "jenkins:"/],
  ])('explains why a token with the claims %j is invalid', async (claims, reason) => {
    await start();
    const { status, body } = await send(await token(claims));
    expect(status).toBe(401);
    expect(body.detail).toMatch(reason);
  });

  it('challenges callers as RFC 6750 says', async () => {
    await start();
    const challengeOf = async (call: request.Test) => (await call.expect(401)).headers['www-authenticate'];
    expect(await challengeOf(create().send(flowText()))).toBe('Bearer');
    expect(await challengeOf(send(await token({ exp: secondsFromNow(-3600) })).expect(401))).toBe(
      'Bearer error="invalid_token", error_description="The bearer token is invalid: it has expired."',
    );
    expect(await challengeOf(send(await token({ sub: 'ü' })))).toContain('error="invalid_token"');
  });

  it('explains why a signature is invalid', async () => {
    await start();
    const [header, claims] = (await token({})).split('.');
    const ofOthers = await new SignJWT({ sub: 'ada' })
      .setProtectedHeader({ alg: 'RS256' })
      .sign((await generateKeyPair('RS256')).privateKey);
    const symmetric = await new SignJWT({ sub: 'ada' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('the key that the issuer publishes'));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    for (const [bearer, reason] of [
      [`${header}.${claims}.AAAA`, /signature/],
      [ofOthers, /signature/],
      [symmetric, /alg must be one of RS256/],
      [unsigned, /alg must be one of RS256/],
      ['abc', /not a valid signed JWT/],
    ] as const) {
      const { status, body } = await send(bearer);
      expect([status, body.detail]).toEqual([401, expect.stringMatching(reason)]);
    }
  });

  it.each([
    new TypeError('fetch failed'),
    new errors.JWKSTimeout(),
    new errors.JOSEError('Expected 200 OK from the JSON Web Key Set HTTP response'),
  ])('returns 503 when the keys cannot be fetched: %s', async (problem) => {
    await start(() => Promise.reject(problem));
    const { body, headers } = await send(await token({})).expect(503);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:identity-unavailable' });
    expect(headers['retry-after']).toBe('1');
  });
});

function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
