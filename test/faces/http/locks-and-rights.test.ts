import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccessPolicy } from '../../../src/access/access-policy.ts';
import { readPolicy } from '../../../src/access/read-policy.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';

const policy = readPolicy(`grants:
  - {subjects: [root], namespaces: ["*"], rights: [read, write, execute], max_priority: 100}
  - {subjects: [ada], namespaces: [web, web.*], rights: [read, write, execute]}
  - {subjects: [carol], namespaces: [web.shop], rights: [read]}
  - {subjects: [eve], namespaces: [lab], rights: [read]}
`).value as AccessPolicy; // the policy is valid

let running: GatewayWithWorker;
beforeAll(async () => {
  running = await startLocalGateway({
    identity: { verifier: new ProxyIdentity(['loopback']), forReading: true, policy },
    locks: {
      locks: [
        { name: 'for-all', permits: 1, namespaces: ['*'] },
        { name: 'below-web', permits: 1, namespaces: ['web.*'] },
        { name: 'of-lab', permits: 1, namespaces: ['lab'] },
        { name: 'db-*', permits: 1, namespaces: ['*'] },
      ],
      running: [],
    },
  });
});
afterAll(() => running.stop());

function send(user: string, method: 'get' | 'post' | 'put', path: string, body?: string | object) {
  const type = typeof body === 'string' ? 'text/yaml' : 'application/json';
  const { app } = running.gateway;
  return request(app)[method](path).set({ 'x-oidc-sub': user, 'content-type': type }).send(body);
}

const flowOf = (namespace: string, more: string, id = 'hold') =>
  `id: ${id}\nnamespace: ${namespace}\ndescription: Holds locks.\n${more}\ntasks:\n  - {id: hold, type: dev.vendor.plugin.core.shell.Shell, script: sleep 60}\n`;

it('locks are listed for all who read a namespace that may use them, without executions that they may not read', async () => {
  await send('root', 'post', '/flows', flowOf('lab', 'locks: [for-all, db-customer]')).expect(201);
  const { body: holder } = await send('root', 'post', '/flows/lab/hold/executions', {}).expect(202);
  const listed = async (user: string) =>
    (await send(user, 'get', '/locks').expect(200)).body.locks.map(
      ({ name, held, holders }: { name: string; held: number; holders: { id: string }[] }) =>
        `${name} ${held} ${holders.map(({ id }) => id).join()}`,
    );
  expect(await listed('ada')).toEqual(['below-web 0 ', 'for-all 1 ']);
  expect(await listed('carol')).toEqual(['below-web 0 ', 'for-all 1 ']);
  expect(await listed('eve')).toEqual([`db-customer 1 ${holder.id}`, `for-all 1 ${holder.id}`, 'of-lab 0 ']);
  await send('root', 'post', `/executions/${holder.id}/stop`, {}).expect(202);
});

it('a priority above the limit of the user is rejected when a flow is created and changed', async () => {
  const denied = {
    type: 'urn:flowgate:problem:forbidden',
    detail: '"ada" may give flows in the namespace web a priority of at most 50; found 51.',
  };
  const urgent = flowOf('web', 'priority: 51', 'urgent');
  expect((await send('ada', 'post', '/flows', urgent).expect(403)).body).toMatchObject(denied);
  await send('ada', 'post', '/flows', flowOf('web', 'priority: 50', 'urgent')).expect(201);
  expect((await send('ada', 'put', '/flows/web/urgent', urgent).expect(403)).body).toMatchObject(denied);
  await send('root', 'put', '/flows/web/urgent', urgent).expect(200);
});

it('a webhook of a flow that may not take its lock is rejected, and starts nothing', async () => {
  const triggers = 'triggers: [{id: pushed, type: webhook}]';
  await send('root', 'post', '/flows', flowOf('web', `locks: [of-lab]\n${triggers}`, 'hooked')).expect(201);
  const { body } = await send('root', 'post', '/flows/web/hooked/triggers/pushed/key', {}).expect(201);
  const hook = await request(running.gateway.app)
    .post('/hooks/web/hooked/pushed')
    .set('x-flowgate-key', body.key)
    .send({})
    .expect(422);
  expect(hook.body).toMatchObject({
    type: 'urn:flowgate:problem:lock-unavailable',
    detail: 'The namespace "web" may not use the lock "of-lab".',
  });
  expect((await send('root', 'get', '/executions?namespace=web').expect(200)).body.executions).toEqual([]);
});
