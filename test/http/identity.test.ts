import { exportJWK, generateKeyPair, createLocalJWKSet, SignJWT } from 'jose';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { ProxyIdentity } from '../../src/http/identity/proxy-identity.ts';
import { TokenIdentity } from '../../src/http/identity/token-identity.ts';
import { flowText, startTestGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
afterEach(() => gateway.stop());

const create = () => request(gateway.app).post('/flows').set('Content-Type', 'text/yaml');

describe('behind a proxy', () => {
  it('believes loopback by default and nobody else', async () => {
    gateway = await startTestGateway({ identity: { verifier: new ProxyIdentity(['10.0.0.0/8', '::1']), forReading: false } });
    const { body } = await create().set('x-oidc-sub', 'mallory').send(flowText()).expect(401);
    expect(body.detail).toMatch(/127\.0\.0\.1.*FLOWGATE_TRUSTED_PROXIES/);
  });

  it('refuses identifiers that are none', async () => {
    gateway = await startTestGateway();
    for (const subject of ['x'.repeat(256), 'ü', 'a\tb']) {
      await create().set('x-oidc-sub', subject).send(flowText()).expect(400);
    }
    await create().set('x-oidc-sub', '').send(flowText()).expect(401);
    await create().set('x-oidc-sub', 'auth0|5f7c8ec7c33c6c004bbafe82').send(flowText()).expect(201);
  });
});

describe('with tokens', () => {
  it('takes the user from a token of the issuer, and from nothing else', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256' }] });
    const verifier = new TokenIdentity({ issuer: 'https://issuer.example', audience: 'flowgate', keysUrl: 'https://issuer.example/keys' }, keys);
    gateway = await startTestGateway({ identity: { verifier, forReading: true } });
    const token = (claims: { sub?: string; aud?: string; iss?: string }, expires = '1h') => {
      const { sub = 'ada', aud = 'flowgate', iss = 'https://issuer.example' } = claims;
      return new SignJWT().setProtectedHeader({ alg: 'RS256' }).setSubject(sub).setAudience(aud).setIssuer(iss).setExpirationTime(expires).sign(privateKey);
    };
    const send = async (bearer: Promise<string>) => create().set('Authorization', `Bearer ${await bearer}`).send(flowText());
    expect((await send(token({ aud: 'other' }))).status).toBe(401);
    expect((await send(token({ iss: 'https://other.example' }))).status).toBe(401);
    expect((await send(token({}, '-1h'))).status).toBe(401);
    expect((await create().set('x-oidc-sub', 'ada').send(flowText())).status).toBe(401);
    expect((await send(token({}))).body).toMatchObject({ createdBy: 'ada' });
    await request(gateway.app).get('/flows').expect(401);
    await request(gateway.app).get('/healthz').expect(200);
  });
});
