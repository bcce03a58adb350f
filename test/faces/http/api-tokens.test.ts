import { request as requestHttp } from 'node:http';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import request, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccessPolicy } from '../../../src/access/access-policy.ts';
import type { IdentityRules } from '../../../src/faces/http/identity/identity-rules.ts';
import { JwtIdentity } from '../../../src/faces/http/identity/jwt-identity.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { formatToken, newTokenText } from '../../../src/store/tokens/token-text.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import { plannedFlow, startRunningGateway } from '../../support/running-gateway.ts';

// Nothing runs the accepted executions.
const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };
const issuer = 'https://issuer.example';

let gateway: TestGateway;
let asAda: Readonly<Record<string, string>>;

const post = (path: string, headers: Readonly<Record<string, string>>, body: object = {}): Test =>
  request(gateway.app).post(path).set(headers).send(body);
const store = (headers: Readonly<Record<string, string>>, flow: string): Test =>
  request(gateway.app).post('/flows').set(headers).type('text/yaml').send(flow);
const get = (path: string, headers: Readonly<Record<string, string>> = {}): Test =>
  request(gateway.app).get(path).set(headers);

interface Made {
  readonly id: string;
  readonly token: string;
  readonly bearer: { readonly authorization: string };
}

async function make(name: string, scope: object = {}): Promise<Made> {
  const body = { name, namespaces: ['robotics'], rights: ['read', 'execute'], ...scope };
  const answer = await post('/tokens', asAda, body).expect(201);
  const { id, token } = answer.body as { readonly id: string; readonly token: string }; // per the contract
  return { id, token, bearer: { authorization: `Bearer ${token}` } };
}

const revoke = (id: string): Test => request(gateway.app).delete(`/tokens/${id}`).set(asAda);

const withProxy = async (): Promise<IdentityRules> => {
  asAda = { 'x-oidc-sub': 'ada' };
  return { verifier: new ProxyIdentity(['loopback']), forReading: false };
};

const withIssuer = async (): Promise<IdentityRules> => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const token = new SignJWT({ sub: 'ada', iss: issuer }).setExpirationTime('1h').setProtectedHeader({ alg: 'ES256' });
  asAda = { authorization: `Bearer ${await token.sign(privateKey)}` };
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });
  return { verifier: new JwtIdentity({ issuer, keysUrl: `${issuer}/keys` }, keys), forReading: true };
};

describe.each([
  ['a proxy', withProxy],
  ['an issuer', withIssuer],
])('with %s, a token', (_name, rules) => {
  beforeAll(async () => {
    gateway = await startTestGateway({ identity: await rules(), jenkins });
    for (const namespace of ['robotics', 'other']) await store(asAda, flowText({ namespace })).expect(201);
  });
  afterAll(() => gateway.stop());

  it('is shown once, and listed without its text', async () => {
    const answer = await post('/tokens', asAda, { name: 'shown', namespaces: ['robotics'], rights: ['read'] }).expect(
      201,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({ name: 'shown', createdBy: 'ada', token: expect.stringMatching(/^fgt_/) });
    const { token, ...rest } = answer.body;
    const listed = await get('/tokens', asAda).expect(200);
    expect(listed.body.tokens).toContainEqual(rest);
    expect(listed.text).not.toContain(token.slice(17));
    expect(gateway.log.join('')).not.toContain(token.slice(17));
  });

  it('without the surface http is rejected by everything but whoami, which says so', async () => {
    const { bearer } = await make('agent', { surfaces: ['mcp'] });
    const answer = await get('/flows/robotics/hello', bearer).expect(403);
    expect(answer.body.detail).toMatch(/^"token:agent" lacks the surface http, .*`flowgate tokens create` creates/);
    const { body } = await get('/whoami', bearer).expect(200);
    expect(body).toMatchObject({ reason: answer.body.detail, rights: [] });
    const { bearer: both } = await make('both', { surfaces: ['http', 'mcp'] });
    await get('/flows/robotics/hello', both).expect(200);
  });

  it('runs a flow in its namespace as itself, and nothing elsewhere', async () => {
    const { id, bearer } = await make('runs');
    const { body } = await post('/flows/robotics/hello/executions', bearer).expect(202);
    expect(body.actor).toBe('token:runs');
    await post('/flows/other/hello/executions', bearer).expect(403);
    await store(bearer, flowText({ namespace: 'robotics', id: 'new' })).expect(403);
    expect((await get('/flows', bearer)).body.flows).toMatchObject([{ namespace: 'robotics' }]);
    const { entries } = (await get('/audit?actor=token:runs', asAda)).body;
    expect(entries.map((entry: object) => ({ ...entry }))).toMatchObject([
      { tokenId: id, action: 'createFlow', outcome: 'denied' },
      { tokenId: id, action: 'runFlow', outcome: 'denied', namespace: 'other' },
      { tokenId: id, action: 'runFlow', outcome: 'done', namespace: 'robotics', executionId: body.id },
    ]);
  });

  it('is created and revoked by a user alone, and the audit trail says by whom', async () => {
    const { id, bearer } = await make('audited', { namespaces: ['*'], rights: ['read', 'write', 'execute'] });
    for (const call of [
      post('/tokens', bearer, { name: 'child', namespaces: ['robotics'], rights: ['read'] }),
      get('/tokens', bearer),
      request(gateway.app).delete(`/tokens/${id}`).set(bearer),
    ])
      expect((await call.expect(403)).body.detail).toContain('only users can manage API tokens');
    await revoke(id).expect(204);
    await revoke(id).expect(404);
    const { entries } = (await get('/audit?limit=500', asAda)).body;
    const about = entries.filter((entry: { readonly tokenId?: string }) => entry.tokenId === id);
    expect(about).toMatchObject([
      { actor: 'ada', action: 'revokeToken', outcome: 'refused', code: 'token-not-found' },
      { actor: 'ada', action: 'revokeToken', outcome: 'done', tokenName: 'audited' },
      { actor: 'token:audited', action: 'revokeToken', outcome: 'denied' },
      { actor: 'token:audited', action: 'listTokens', outcome: 'denied' },
      { actor: 'token:audited', action: 'createToken', outcome: 'denied', tokenName: 'child' },
      { actor: 'ada', action: 'createToken', outcome: 'done', tokenName: 'audited' },
    ]);
  });

  it('is rejected at once when it is revoked, also for reading', async () => {
    const { id, bearer } = await make('revoked');
    await get('/flows/robotics/hello', bearer).expect(200);
    await revoke(id).expect(204);
    const { body, headers } = await get('/flows/robotics/hello', bearer).expect(401);
    expect(body.detail).toBe('The API token is not valid: it was revoked, has expired, or never existed.');
    expect(headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
    await post('/flows/robotics/hello/executions', bearer).expect(401);
  });

  it.each([
    ['mistyped', () => 'fgt_typo', /exactly as it was shown/],
    ['unknown', () => formatToken(newTokenText()), /never existed/],
  ])('is rejected if it is %s', async (_kind, text, reason) => {
    const bearer = { authorization: `Bearer ${text()}` };
    for (const call of [get('/flows', bearer), get('/system', bearer), store(bearer, flowText())])
      expect((await call.expect(401)).body.detail).toMatch(reason);
    expect((await get('/whoami', bearer)).body).toMatchObject({ reason: expect.stringMatching(reason), rights: [] });
    await get('/healthz', bearer).expect(200);
  });

  it.each([
    ['without Bearer', (token: string) => token],
    ['after another word', (token: string) => `Token ${token}`],
    ['in quotes', (token: string) => `Bearer "${token}"`],
    ['after a tab', (token: string) => `Bearer\t${token}`],
    ['with more after it', (token: string) => `Bearer ${token}, Bearer other`],
  ])('is rejected %s, rather than its sender taken for nobody or for the user of a proxy', async (kind, write) => {
    const { token } = await make(`malformed-${kind.toLowerCase().replaceAll(' ', '-')}`);
    const { body } = await get('/flows', { authorization: write(token), 'x-oidc-sub': 'ada' }).expect(401);
    expect(body.detail).toBe('The header Authorization must consist of Bearer and the API token.');
    expect(JSON.stringify(body)).not.toContain(token);
  });

  it('is one, or none', async () => {
    const { bearer } = await make('twice');
    const server = await listen(gateway.app);
    const status = await new Promise((resolve, reject) => {
      const headers = ['Authorization', bearer.authorization, 'Authorization', 'Bearer other', 'Host', 'localhost'];
      requestHttp(`${urlOf(server)}/flows`, { headers }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(400);
    server.close();
  });

  it('tells who it is, and what it may do', async () => {
    const { bearer } = await make('asking', { namespaces: ['robotics.*'] });
    expect((await get('/whoami', { ...bearer, 'x-oidc-sub': 'root' })).body).toEqual({
      subject: 'token:asking',
      identifiedBy: 'token',
      mayChooseName: false,
      rights: [{ namespaces: ['robotics.*'], rights: ['read', 'execute'] }],
    });
  });

  it('does not get around hosts and pages of other origins', async () => {
    const { bearer } = await make('bounded');
    await get('/flows', { ...bearer, host: 'elsewhere.example' }).expect(421);
    await post('/flows/robotics/hello/executions', { ...bearer, 'sec-fetch-site': 'cross-site' }).expect(403);
  });

  it('needs a scope, and a name of its own', async () => {
    await make('unique');
    const body = { name: 'unique', namespaces: ['robotics'], rights: ['read'] };
    expect((await post('/tokens', asAda, body).expect(409)).body.type).toBe('urn:flowgate:problem:token-exists');
    for (const wrong of [
      { name: 'token:ci' },
      { name: 'Upper' },
      { namespaces: [] },
      { namespaces: ['a*'] },
      { rights: [] },
      { rights: ['admin'] },
      { expiresAt: 'tomorrow' },
      { expiresAt: '2020-01-01T00:00:00Z' },
      { days: 3 },
    ])
      await post('/tokens', asAda, { ...body, name: 'wrong', ...wrong }).expect(400);
  });

  it('is not created by somebody unknown', async () => {
    await post('/tokens', {}, { name: 'x', namespaces: ['robotics'], rights: ['read'] }).expect(401);
    await get('/tokens').expect(401);
  });
});

describe('behind a proxy', () => {
  let remote: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ identity: await withProxy(), jenkins });
    const verifier = new ProxyIdentity(['10.0.0.0/8']);
    remote = await startTestGateway({ identity: { verifier, forReading: false }, services: gateway.services });
    await store(asAda, flowText({ namespace: 'robotics' })).expect(201);
  });
  afterAll(async () => {
    await remote.stop();
    await gateway.stop();
  });

  it('a token wins over x-oidc-sub', async () => {
    const { bearer } = await make('stronger');
    const both = { ...bearer, 'x-oidc-sub': 'root' };
    expect((await post('/flows/robotics/hello/executions', both).expect(202)).body.actor).toBe('token:stronger');
    await store(both, flowText({ namespace: 'robotics', id: 'new' })).expect(403);
    await get('/flows/other', both).expect(403);
  });

  it('other credentials in Authorization belong to the proxy', async () => {
    await store({ ...asAda, authorization: 'Basic YTpi' }, flowText({ id: 'basic' })).expect(201);
  });

  it('a token works from an address that is no trusted proxy', async () => {
    const { bearer } = await make('remote', { rights: ['write'] });
    const send = (headers: Readonly<Record<string, string>>) =>
      request(remote.app)
        .post('/flows')
        .set(headers)
        .type('text/yaml')
        .send(flowText({ namespace: 'robotics', id: 'far' }));
    await send(asAda).expect(401);
    expect((await send(bearer).expect(201)).body.createdBy).toBe('token:remote');
  });

  it.each(['token:ci', 'Token:ci', 'webhook:pushed', 'schedule:nightly'])('nobody is %s', async (subject) => {
    const { body } = await get('/audit', { 'x-oidc-sub': subject }).expect(400);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:invalid-identity' });
  });
});

it('a token never has more rights than the policy gives its creator and their groups', async () => {
  const grants = [{ subjects: [], groups: ['team'], namespaces: ['robotics'], rights: ['read', 'execute'] as const }];
  const before = await startTestGateway({ identity: { ...(await withProxy()), policy: new AccessPolicy(grants) } });
  gateway = before;
  asAda = { 'x-oidc-sub': 'ada', 'x-oidc-groups': 'team,all' };
  await post('/tokens', asAda, { name: 'x', namespaces: ['robotics'], rights: ['write'] }).expect(403);
  await post('/tokens', asAda, { name: 'x', namespaces: ['*'], rights: ['read'] }).expect(403);
  const { bearer } = await make('limited');
  await get('/flows/robotics', bearer).expect(200);
  const smaller = new AccessPolicy([{ ...grants[0]!, groups: ['others'] }]);
  gateway = await startTestGateway({
    identity: { ...(await withProxy()), policy: smaller },
    services: before.services,
  });
  await get('/flows/robotics', bearer).expect(403);
  expect((await get('/whoami', bearer)).body.rights).toEqual([]);
  await gateway.stop();
  await before.stop();
});

it('a log that is followed ends soon after the token is revoked', async () => {
  const running = await startRunningGateway({ identity: { ...(await withProxy()), recheckMilliseconds: 20 } });
  gateway = running.gateway;
  const server = await listen(gateway.app);
  try {
    await running.store(plannedFlow({ tasks: [{ path: 'greet', milliseconds: 600_000, log: 'begun' }] }));
    const { id: execution } = (await running.run()).body;
    await running.until(execution, 'RUNNING');
    const { id, bearer } = await make('follower', { namespaces: ['examples'] });
    const answer = await fetch(`${urlOf(server)}/executions/${execution}/logs?follow`, { headers: bearer });
    expect(answer.status).toBe(200);
    const whole = answer.text().then(
      () => 'ended',
      () => 'cut off',
    );
    await revoke(id).expect(204);
    expect(await whole).toBe('cut off');
    await post(`/executions/${execution}/stop`, asAda);
  } finally {
    server.closeAllConnections();
    server.close();
    await running.stop();
  }
});
