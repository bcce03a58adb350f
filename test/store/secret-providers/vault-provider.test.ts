import { createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, urlOf } from '../../support/listening-server.ts';
import { OpenBao, openBaoProgram } from './openbao.ts';
import { describeProvider, reference } from './provider-contract.ts';
import { providerOf } from './provider-settings.ts';

const program = openBaoProgram();

const read = (environment: Readonly<Record<string, string>>, text = 'vault:web/deploy#token') =>
  providerOf('vault', environment).read(reference(text), AbortSignal.timeout(20_000));

/** Who may read `web/` and nothing else. */
const policy = 'path "secret/data/web/*" { capabilities = ["read"] }';

describe.skipIf(program === undefined)('a real OpenBao', () => {
  let bao: OpenBao;
  beforeAll(async () => {
    bao = await OpenBao.start(program ?? '');
    await bao.call('PUT', 'sys/policies/acl/web', { policy });
    await bao.call('POST', 'secret/data/web/deploy', { data: { token: 'horse' } });
    await bao.call('POST', 'secret/data/ops/deploy', { data: { token: 'horse' } });
  });
  afterAll(() => bao.stop());
  const roleToken = async (options: object = {}): Promise<string> =>
    (await bao.call('POST', 'auth/token/create', { policies: ['web'], ...options })).auth.client_token;

  describeProvider('with a token', async () => {
    await bao.call('POST', 'secret/data/web/deleted', { data: { token: 'x' } });
    await bao.call('DELETE', 'secret/data/web/deleted');
    return {
      provider: providerOf('vault', { VAULT_ADDR: `${bao.url}/`, VAULT_TOKEN: await roleToken() }),
      put: async (value) => {
        await bao.call('POST', 'secret/data/web/deploy', { data: { token: value, port: 8080 } });
        return 'vault:web/deploy#token';
      },
      missing: {
        'vault:web/absent#token': 'Vault has no secret at secret/data/web/absent',
        'vault:web/deploy#other': 'no text under the key other',
        'vault:web/deleted#token': 'Vault has no secret',
        'vault:ops/deploy#token': 'does not let Flowgate read secret/data/ops/deploy',
      },
      breakDown: async () => {
        await bao.call('PUT', 'sys/quotas/rate-limit/none', { path: 'secret', rate: 0.001 });
        await fetch(`${bao.url}/v1/secret/data/web/deploy`);
        return () => bao.call('DELETE', 'sys/quotas/rate-limit/none').then(() => undefined);
      },
      stop: () => undefined,
    };
  });

  it('reads numbers as text, and other mounts', async () => {
    await bao.call('POST', 'sys/mounts/team/kv', { type: 'kv', options: { version: '2' } });
    await bao.call('POST', 'team/kv/data/web', { data: { port: 8080 } });
    const environment = { VAULT_ADDR: bao.url, VAULT_TOKEN: 'root', VAULT_MOUNT: 'team/kv' };
    expect(await read(environment, 'vault:web#port')).toBe('8080');
  });

  it('does not take a wrong token for a missing secret', async () => {
    await expect(read({ VAULT_ADDR: bao.url, VAULT_TOKEN: 'wrong' })).rejects.toThrow(
      /^Vault does not accept the token of Flowgate$/,
    );
  });

  it('takes an AppRole, and signs in again when the token is revoked', async () => {
    await bao.call('POST', 'sys/auth/approle', { type: 'approle' });
    await bao.call('POST', 'auth/approle/role/web', { token_policies: ['web'], token_ttl: '1h' });
    const { role_id: role } = (await bao.call('GET', 'auth/approle/role/web/role-id')).data;
    const { secret_id: secret } = (await bao.call('POST', 'auth/approle/role/web/secret-id')).data;
    const environment = { VAULT_ADDR: bao.url, VAULT_AUTH: 'approle', VAULT_ROLE: role, VAULT_SECRET_ID: secret };
    const provider = providerOf('vault', environment);
    const value = () => provider.read(reference('vault:web/deploy#token'), AbortSignal.timeout(20_000));
    await bao.call('POST', 'secret/data/web/deploy', { data: { token: 'of the role' } });
    expect(await value()).toBe('of the role');
    await bao.call('PUT', 'sys/leases/revoke-prefix/auth/approle/login');
    expect(await value()).toBe('of the role');
    await expect(read({ ...environment, VAULT_SECRET_ID: 'horse' })).rejects.toThrow(
      /^Vault answered 400 to the sign-in at auth\/approle$/,
    );
  });

  it('takes a JWT, which it reads at each sign-in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-jwt-'));
    const jwtFile = join(folder, 'token');
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await bao.call('POST', 'sys/auth/ci', { type: 'jwt' });
    const key = publicKey.export({ type: 'spki', format: 'pem' });
    await bao.call('POST', 'auth/ci/config', { jwt_validation_pubkeys: [key] });
    const role = { role_type: 'jwt', user_claim: 'sub', bound_audiences: ['flowgate'], token_policies: ['web'] };
    await bao.call('POST', 'auth/ci/role/web', role);
    const environment = {
      VAULT_ADDR: bao.url,
      VAULT_AUTH: 'jwt',
      VAULT_AUTH_MOUNT: 'ci',
      VAULT_ROLE: 'web',
      VAULT_JWT_FILE: jwtFile,
    };
    const provider = providerOf('vault', environment);
    const value = () => provider.read(reference('vault:web/deploy#token'), AbortSignal.timeout(20_000));
    await expect(value()).rejects.toThrow('the file of VAULT_JWT_FILE cannot be read');
    const now = Math.floor(Date.now() / 1000);
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const text = `${encoded({ alg: 'RS256' })}.${encoded({ sub: 'gateway', aud: 'flowgate', nbf: now - 60, exp: now + 600 })}`;
    writeFileSync(jwtFile, `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}\n`);
    await bao.call('POST', 'secret/data/web/deploy', { data: { token: 'of the JWT' } });
    expect(await value()).toBe('of the JWT');
    rmSync(folder, { recursive: true });
  });
});

describe('a stand-in of Vault', () => {
  type Call = { readonly path: string; readonly token: unknown; readonly namespace: unknown; readonly body: string };
  const calls: Call[] = [];
  let answers: (call: Call, response: ServerResponse) => void;
  let url: string;
  let stop: () => void;
  beforeAll(async () => {
    const server = await listen((request, response) => {
      let body = '';
      request
        .on('data', (piece) => (body += piece))
        .on('end', () => {
          const { 'x-vault-token': token, 'x-vault-namespace': namespace } = request.headers;
          const call = { path: request.url ?? '', token, namespace, body };
          calls.push(call);
          answers(call, response);
        });
    });
    url = urlOf(server);
    stop = () => void (server.closeAllConnections(), server.close());
  });
  afterAll(() => stop());
  const found = (response: ServerResponse) =>
    response.end(JSON.stringify({ data: { data: { token: 'horse' }, metadata: {} } }));

  it('gets the token of a pod, and one sign-in for all that wait for it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-jwt-'));
    writeFileSync(join(folder, 'token'), 'of.the.pod\n');
    calls.length = 0;
    answers = ({ path }, response) =>
      path.endsWith('/login')
        ? response.end(JSON.stringify({ auth: { client_token: 's.1', lease_duration: 3600, renewable: true } }))
        : found(response);
    const provider = providerOf('vault', {
      VAULT_ADDR: url,
      VAULT_NAMESPACE: 'team',
      VAULT_AUTH: 'kubernetes',
      VAULT_ROLE: 'flowgate',
      VAULT_JWT_FILE: join(folder, 'token'),
    });
    const value = () => provider.read(reference('vault:web/a+b@c#token'), AbortSignal.timeout(5_000));
    expect(await Promise.all([value(), value(), value()])).toEqual(['horse', 'horse', 'horse']);
    expect(calls.filter(({ path }) => path === '/v1/auth/kubernetes/login')).toEqual([
      {
        path: '/v1/auth/kubernetes/login',
        token: undefined,
        namespace: 'team',
        body: '{"role":"flowgate","jwt":"of.the.pod"}',
      },
    ]);
    expect(calls.at(-1)).toMatchObject({ path: '/v1/secret/data/web/a%2Bb%40c', token: 's.1', namespace: 'team' });
    rmSync(folder, { recursive: true });
  });

  it('follows no redirect with its token', async () => {
    calls.length = 0;
    answers = (_call, response) => response.writeHead(307, { location: `${url}/elsewhere` }).end();
    await expect(read({ VAULT_ADDR: url, VAULT_TOKEN: 's.2' })).rejects.toThrow('Vault answered 307');
    expect(calls.map(({ path }) => path)).toEqual(['/v1/secret/data/web/deploy']);
  });

  it.each([503, 500, 429])('is out of order with %i', async (status) => {
    answers = (_call, response) => response.writeHead(status).end('{"errors":["Vault is sealed: horse"]}');
    await expect(read({ VAULT_ADDR: url, VAULT_TOKEN: 's.2' })).rejects.toThrow(
      new RegExp(`^Vault answered ${status}$`),
    );
  });
});
