import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessPolicy } from '../../../src/access/access-policy.ts';
import { readPolicy } from '../../../src/access/read-policy.ts';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import { JwtIdentity } from '../../../src/faces/http/identity/jwt-identity.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { loadContract, routesOf } from '../../../src/faces/http/openapi/contract.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

const policy = readPolicy(`grants:
  - {subjects: [root], namespaces: ["*"], rights: [read, write, execute]}
  - {subjects: [ada], namespaces: [team, team.*], rights: [read, write]}
  - {groups: [guests], namespaces: [team], rights: [read]}
  - {groups: [runners], namespaces: [team], rights: [execute]}
  - {groups: [callers], namespaces: [shared], rights: [execute]}
`).value as AccessPolicy; // the policy is valid

const callingText = (id = 'caller') => `id: ${id}
namespace: team
description: Calls another flow.
tasks:
  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: shared, flowId: hello}
`;

// Nothing runs the accepted executions.
const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };

type As = (subject: string, groups?: string) => Promise<Record<string, string>>;

let gateway: TestGateway;
let as: As;

async function send(
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  headers: Record<string, string>,
  body?: string | object,
) {
  const sent = request(gateway.app)[method](path).set(headers);
  if (body === undefined) return sent;
  return typeof body === 'string' ? sent.set('Content-Type', 'text/yaml').send(body) : sent.send(body);
}

const idsIn = (answer: { body: { flows: readonly { namespace: string; id: string }[] } }) =>
  answer.body.flows.map(({ namespace, id }) => `${namespace}/${id}`);

function permissions(): void {
  beforeEach(async () => {
    await gateway.redis.redis.flushall();
    for (const namespace of ['other', 'shared', 'team', 'team.sub', 'teams'])
      await send('post', '/flows', await as('root'), flowText({ namespace }));
  });

  it('require authentication for reading too, except for probes and the contract', async () => {
    for (const path of ['/flows', '/flows/team/hello', '/export', '/transpiler/plugins'])
      expect((await send('get', path, {})).status).toBe(401);
    expect((await send('post', '/flows/validate', {}, flowText())).status).toBe(401);
    for (const path of ['/healthz', '/readyz', '/openapi.json']) expect((await send('get', path, {})).status).toBe(200);
  });

  it('return the same 404 for an unknown flow to every caller', async () => {
    const detail = 'The flow team/helo was not found. GET /flows/team lists the flows of the namespace.';
    expect((await send('get', '/flows/team/helo', await as('ada'))).body).toMatchObject({ status: 404, detail });
    expect((await send('get', '/flows/team/helo/schema', await as('root'))).body).toMatchObject({ detail });
    const run = await send('post', '/flows/team/helo/executions', await as('bob', 'runners'), {});
    expect(run.body).toMatchObject({ status: 404, detail });
    const calling = callingText().replace('flowId: hello', 'flowId: helo');
    for (const headers of [await as('root'), await as('bob', 'callers')])
      expect((await send('post', '/flows/validate', headers, calling)).body.warnings).toMatchObject([
        { code: 'subflow-not-found', message: 'The flow shared/helo was not found.' },
      ]);
  });

  it('require execute for uploads, but only the token for downloads', async () => {
    const upload = (headers: Record<string, string>) =>
      request(gateway.app).post('/flows/team/hello/files').set(headers).attach('user_name', Buffer.from('x'), 'x');
    expect((await upload({})).status).toBe(401);
    expect((await upload(await as('ada'))).body).toMatchObject({
      status: 403,
      detail: expect.stringContaining('execute'),
    });
    expect((await upload(await as('bob', 'runners'))).body.type).toBe('urn:flowgate:problem:inputs-invalid');
    expect((await send('get', '/files/01ARZ3NDEKTSV4RRFFQ69G5FAV/dataset/token', {})).body.type).toBe(
      'urn:flowgate:problem:file-not-found',
    );
  });

  it('reject requests without a grant, with namespace, right and subject', async () => {
    const ada = await as('ada');
    const answer = await send('get', '/flows/other/hello', ada);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      type: 'urn:flowgate:problem:forbidden',
      namespace: 'other',
      right: 'read',
      subject: 'ada',
    });
    expect(answer.body.detail).toMatch(/"ada".*read.*other/);
    expect((await send('get', '/flows/other/never-was', ada)).status).toBe(403);
    expect((await send('post', '/flows', ada, flowText({ namespace: 'other', id: 'new' }))).body).toMatchObject({
      status: 403,
      right: 'write',
    });
    expect((await send('post', '/flows', ada, flowText({ namespace: 'other' }))).body).toMatchObject({
      status: 403,
      right: 'write',
    });
  });

  it('apply to every operation on a namespace', async () => {
    const guest = await as('gus', 'staff,guests');
    for (const path of ['', '/revisions', '/diff?from=1&to=1', '/schema', '/jenkinsfile', '/dependencies']) {
      expect((await send('get', `/flows/team/hello${path}`, guest)).status).toBe(200);
      expect((await send('get', `/flows/other/hello${path}`, guest)).status).toBe(403);
    }
    expect((await send('get', '/flows/other', guest)).status).toBe(403);
    expect((await send('post', '/flows/other/hello/validate-inputs', guest, { inputs: {} })).status).toBe(403);
    expect((await send('post', '/flows/team/hello/validate-inputs', guest, { inputs: {} })).status).toBe(200);
    expect(
      (await send('put', '/flows/team/hello', guest, flowText({ namespace: 'team', greeting: 'Hi' }))).body,
    ).toMatchObject({ status: 403, right: 'write' });
    expect((await send('delete', '/flows/team/hello', guest)).body).toMatchObject({ status: 403, right: 'write' });
    expect((await send('post', '/flows/team/hello/revisions/1/restore', guest)).body).toMatchObject({
      status: 403,
      right: 'write',
    });
    const ada = await as('ada');
    expect(
      (await send('put', '/flows/team.sub/hello', ada, flowText({ namespace: 'team.sub', greeting: 'Hi' }))).status,
    ).toBe(200);
    expect(
      (await send('put', '/flows/teams/hello', ada, flowText({ namespace: 'teams', greeting: 'Hi' }))).status,
    ).toBe(403);
  });

  it('limit lists and exports to readable flows', async () => {
    const ada = await as('ada');
    expect(idsIn(await send('get', '/flows', ada))).toEqual(['team/hello', 'team.sub/hello']);
    expect(idsIn(await send('get', '/flows?sort=-updated', ada)).toSorted()).toEqual(['team.sub/hello', 'team/hello']);
    expect(idsIn(await send('get', '/flows?namespace=other', ada))).toEqual([]);
    expect(idsIn(await send('get', '/flows?q=hell&label=team:greeters', await as('gus', 'guests')))).toEqual([
      'team/hello',
    ]);
    expect(idsIn(await send('get', '/flows', await as('nobody')))).toEqual([]);
    const pages = [await send('get', '/flows?limit=1', ada)];
    pages.push(await send('get', `/flows?limit=1&cursor=${pages[0]?.body.nextCursor}`, ada));
    expect(pages.flatMap(idsIn).toSorted()).toEqual(['team.sub/hello', 'team/hello']);
    const { body } = await request(gateway.app)
      .get('/export')
      .set(ada)
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('end', () => done(null, text));
      });
    expect([...(body as string).matchAll(/^namespace: (.*)$/gm)].map(([, name]) => name).toSorted()).toEqual([
      'team',
      'team.sub',
    ]);
  });

  it('reject individual documents of an import', async () => {
    const stream = [
      flowText({ namespace: 'team', id: 'new' }),
      flowText({ namespace: 'other', id: 'new' }),
      callingText(),
    ].join('---\n');
    for (const query of ['?dryRun=true', '']) {
      const { body } = await send('post', `/import${query}`, await as('ada'), stream);
      expect(body.flows).toMatchObject([
        { outcome: 'created' },
        { outcome: 'refused', reason: expect.stringMatching(/write.*other/) },
        { outcome: 'refused', reason: expect.stringMatching(/execute.*shared/) },
      ]);
    }
  });

  it('require execute to call a flow', async () => {
    const ada = await as('ada');
    const caller = await as('ada', 'callers');
    for (const path of [
      '/flows',
      '/flows/validate',
      '/transpiler/convert/jenkins',
      '/transpiler/convert/jenkins/validate',
    ]) {
      expect((await send('post', path, ada, callingText())).body).toMatchObject({
        status: 403,
        namespace: 'shared',
        right: 'execute',
        subject: 'ada',
      });
    }
    expect((await send('post', '/flows', caller, callingText())).status).toBe(201);
    expect((await send('put', '/flows/team/caller', ada, `${callingText()}# more\n`)).body).toMatchObject({
      status: 403,
      right: 'execute',
    });
    expect((await send('post', '/flows/team/caller/revisions/1/restore', ada)).status).toBe(403);
    expect((await send('get', '/flows/team/caller/jenkinsfile', ada)).body).toMatchObject({
      status: 403,
      namespace: 'shared',
      right: 'execute',
      subject: 'ada',
    });
    expect((await send('get', '/flows/team/caller/jenkinsfile', caller)).status).toBe(200);
    expect((await send('get', '/flows/team/caller/dependencies', ada)).body.nodes).toMatchObject([
      { namespace: 'team' },
    ]);
    expect((await send('get', '/flows/team/caller/dependencies', await as('root'))).body.nodes).toHaveLength(2);
  });

  it('require execute to store triggers of a flow', async () => {
    const triggered = `${flowText({ namespace: 'team', id: 'triggered' })}triggers: [{id: nightly, type: schedule, cron: "@daily"}, {id: pushed, type: webhook}]\n`;
    const [ada, runner] = [await as('ada'), await as('ada', 'runners')];
    expect((await send('post', '/flows', ada, triggered)).body).toMatchObject({
      status: 403,
      namespace: 'team',
      right: 'execute',
      subject: 'ada',
    });
    for (const query of ['?dryRun=true', '']) {
      expect((await send('post', `/import${query}`, ada, triggered)).body.flows).toMatchObject([
        { outcome: 'refused', reason: expect.stringMatching(/execute.*team/) },
      ]);
    }
    expect((await send('post', '/flows', runner, triggered)).status).toBe(201);
    expect((await send('get', '/flows/team/triggered/triggers', await as('gus', 'guests'))).body.triggers).toHaveLength(
      2,
    );
    expect((await send('get', '/flows/team/triggered/triggers', await as('nobody'))).status).toBe(403);
    const key = '/flows/team/triggered/triggers/pushed/key';
    expect((await send('post', key, await as('gus', 'guests'))).body).toMatchObject({ status: 403, right: 'write' });
    expect((await send('delete', key, await as('gus', 'guests'))).body).toMatchObject({ status: 403, right: 'write' });
    const { body } = await send('post', key, ada);
    expect((await send('post', '/hooks/team/triggered/pushed', {})).status).toBe(401);
    expect((await send('post', '/hooks/team/triggered/pushed', { 'X-Flowgate-Key': body.key })).body).toMatchObject({
      state: 'CREATED',
      actor: 'webhook:pushed',
    });
  });

  it('require execute to run and stop a flow and its subflows, and read to see executions', async () => {
    const [root, ada, runner] = [await as('root'), await as('ada'), await as('ren', 'runners')];
    await send('post', '/flows', root, callingText());
    const run = (name: string, headers: Record<string, string>) =>
      send('post', `/flows/${name}/executions`, headers, { inputs: {} });
    expect((await run('team/hello', ada)).body).toMatchObject({ status: 403, right: 'execute', namespace: 'team' });
    expect((await send('post', '/flows/team/hello/push', ada)).body).toMatchObject({ status: 403, right: 'execute' });
    expect((await run('team/caller', runner)).body).toMatchObject({
      status: 403,
      right: 'execute',
      namespace: 'shared',
    });
    expect((await run('team/hello', runner)).status).toBe(202);
    const { headers } = await run('other/hello', root);
    const place = String(headers.location);
    const missing = {
      ...(await send('get', '/executions/01ARZ3NDEKTSV4RRFFQ69G5FAV', ada)).body,
      instance: expect.anything(),
      detail: `The execution ${place.split('/').at(-1)} was not found. GET /executions lists the executions.`,
    };
    expect(missing).toMatchObject({ status: 404, type: 'urn:flowgate:problem:execution-not-found' });
    for (const path of [
      '',
      '/outline',
      '/comparison?with=01ARZ3NDEKTSV4RRFFQ69G5FAV',
      '/outputs',
      '/logs',
      '/artifacts',
    ])
      expect((await send('get', place + path, ada)).body).toEqual(missing);
    for (const path of ['/stop', '/replay']) expect((await send('post', place + path, ada, {})).body).toEqual(missing);
    expect((await send('delete', place, ada)).body).toEqual(missing);
    const audit = await send('get', '/audit?namespace=other&actor=ada', root);
    expect(audit.body.entries).toHaveLength(9);
    for (const entry of audit.body.entries)
      expect(entry).toMatchObject({
        outcome: 'denied',
        code: 'forbidden',
        status: 404,
        namespace: 'other',
        flowId: 'hello',
        revision: 1,
        executionId: place.split('/').at(-1),
      });
    const own = (await run('team/hello', runner)).headers;
    expect((await send('get', String(own.location), runner)).body).toMatchObject({
      status: 403,
      right: 'read',
      namespace: 'team',
    });
    expect((await send('post', `${own.location}/stop`, ada)).body).toMatchObject({
      status: 403,
      right: 'execute',
      namespace: 'team',
    });
    expect((await send('delete', String(own.location), runner)).body).toMatchObject({ status: 403, right: 'write' });
    const namespaces = async (who: Record<string, string>) =>
      (await send('get', '/executions', who)).body.executions.map(({ namespace }: { namespace: string }) => namespace);
    expect(await namespaces(ada)).toEqual(['team', 'team']);
    expect(await namespaces(root)).toEqual(['team', 'other', 'team']);
  });
}

describe('permissions behind a proxy', () => {
  beforeAll(async () => {
    gateway = await startTestGateway({
      identity: { verifier: new ProxyIdentity(['loopback']), forReading: false, policy },
      jenkins,
    });
    as = async (subject, groups) => ({ 'x-oidc-sub': subject, ...(groups && { 'x-oidc-groups': groups }) });
  });
  afterAll(() => gateway.stop());
  permissions();
});

describe('permissions with tokens', () => {
  let issuer: Server;
  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'one' }] });
    issuer = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(keys),
    ).listen(0, '127.0.0.1');
    await once(issuer, 'listening');
    const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`; // a TCP server that listens has one
    gateway = await startTestGateway({
      identity: { verifier: new JwtIdentity({ issuer: url, keysUrl: `${url}/keys` }), forReading: true, policy },
      jenkins,
    });
    as = async (subject, groups) => {
      const token = new SignJWT(groups ? { groups: groups.split(',') } : {}).setProtectedHeader({
        alg: 'ES256',
        kid: 'one',
      });
      // The headers of a proxy are ignored here.
      return {
        authorization: `Bearer ${await token.setSubject(subject).setIssuer(url).setExpirationTime('1h').sign(privateKey)}`,
        'x-oidc-sub': 'root',
        'x-oidc-groups': 'callers,guests',
      };
    };
  });
  afterAll(async () => {
    issuer.close();
    await gateway.stop();
  });
  permissions();
});

it('every operation on a namespace declares its rights', () => {
  const routes = routesOf(loadContract(join(packageRoot(), 'openapi.yaml'))).filter(
    ({ path, operation }) => path.includes('{namespace}') && operation['x-public'] !== true,
  );
  expect(
    routes.filter(({ operation }) => operation['x-rights'] === undefined).map(({ operation }) => operation.operationId),
  ).toEqual([]);
});
