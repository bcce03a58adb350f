import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccessPolicy } from '../../../src/access/access-policy.ts';
import type { IdentityRules } from '../../../src/faces/http/identity/identity-rules.ts';
import { JwtIdentity } from '../../../src/faces/http/identity/jwt-identity.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { suggestedName } from '../../../src/faces/http/identity/suggested-name.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

const everything = [{ namespaces: ['*'], rights: ['read', 'write', 'execute'] }];
const loopback = new ProxyIdentity(['loopback']);
const policy = new AccessPolicy([
  { subjects: ['ada'], groups: [], namespaces: ['examples'], rights: ['read', 'write'] },
  { subjects: [], groups: ['robots'], namespaces: ['robotics.*'], rights: ['execute'] },
  { subjects: ['*'], groups: [], namespaces: ['public'], rights: ['read'] },
]);

const gateways: TestGateway[] = [];
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
});
const start = async (identity: IdentityRules) => {
  const gateway = await startTestGateway({ identity });
  gateways.push(gateway);
  return gateway;
};
const ask = (gateway: TestGateway, headers: Readonly<Record<string, string>> = {}) =>
  request(gateway.app).get('/whoami').set(headers).expect(200);

describe('behind a proxy', () => {
  let open: TestGateway;
  let limited: TestGateway;
  beforeAll(async () => {
    open = await start({ verifier: loopback, forReading: false });
    limited = await start({ verifier: loopback, forReading: false, policy });
  });

  it('the user of the header has all rights without a policy', async () => {
    const { body } = await ask(open, { 'x-oidc-sub': 'ada' });
    expect(body).toEqual({ subject: 'ada', identifiedBy: 'proxy', mayChooseName: true, rights: everything });
  });

  it('an unknown caller may read, and choose a name on the same machine', async () => {
    const { body } = await ask(open);
    expect(body).toMatchObject({
      identifiedBy: 'proxy',
      mayChooseName: true,
      reason: expect.stringContaining('x-oidc-sub'),
      rights: [{ namespaces: ['*'], rights: ['read'] }],
    });
    expect(body.subject).toBeUndefined();
    expect(body.suggestedName).toBe(suggestedName());
    expect((await ask(limited)).body).not.toHaveProperty('suggestedName');
    expect((await ask(open, { via: 'proxy' })).body).not.toHaveProperty('suggestedName');
  });

  it.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'])(
    'nobody may choose a name through a proxy: %s',
    async (name) => {
      const { body } = await ask(open, { [name]: '10.0.0.1' });
      expect(body.mayChooseName).toBe(false);
    },
  );

  it('a policy says what one may do', async () => {
    const { body } = await ask(limited, { 'x-oidc-sub': 'ada', 'x-oidc-groups': 'robots' });
    expect(body.rights).toEqual([
      { namespaces: ['examples'], rights: ['read', 'write'] },
      { namespaces: ['robotics.*'], rights: ['execute'] },
      { namespaces: ['public'], rights: ['read'] },
    ]);
    expect((await ask(limited)).body.rights).toEqual([]);
  });
});

describe('elsewhere', () => {
  it('nobody may choose a name who does not come from a trusted address', async () => {
    const gateway = await start({ verifier: new ProxyIdentity(['10.0.0.1']), forReading: false });
    const { body } = await ask(gateway, { 'x-oidc-sub': 'ada' });
    expect(body).toMatchObject({ mayChooseName: false, reason: expect.stringContaining('not a trusted proxy') });
    expect(body.subject).toBeUndefined();
  });

  it('with tokens, an unknown caller may do nothing', async () => {
    const keys = { issuer: 'https://issuer.example', keysUrl: 'https://issuer.example/keys' };
    const gateway = await start({ verifier: new JwtIdentity(keys), forReading: true });
    const { body } = await ask(gateway, { 'x-oidc-sub': 'ada' });
    expect(body).toMatchObject({ identifiedBy: 'jwt', mayChooseName: false, rights: [] });
  });
});
