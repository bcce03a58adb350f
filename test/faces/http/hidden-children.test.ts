import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccessPolicy } from '../../../src/access/access-policy.ts';
import { readPolicy } from '../../../src/access/read-policy.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { endedIn, told } from '../../support/life-of.ts';

/* `a/caller` starts an execution of `b/child`; eve sees only a, and bob only b. */

const policy = readPolicy(`grants:
  - {subjects: [root], namespaces: ["*"], rights: [read, write, execute]}
  - {subjects: [eve], namespaces: [a], rights: [read]}
  - {subjects: [bob], namespaces: [b], rights: [read]}
`).value as AccessPolicy; // the policy is valid

const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };
const build = { number: 1, url: 'http://127.0.0.1:1/job/1/' };
const log = 'type: dev.vendor.plugin.core.log.Log';

let gateway: TestGateway;
let caller: string;
let child: string;

const get = async (subject: string, path: string) =>
  (await request(gateway.app).get(path).set('x-oidc-sub', subject).expect(200)).body;
const childrenFor = async (subject: string) => (await get(subject, `/executions?parent=${caller}`)).executions;

beforeAll(async () => {
  gateway = await startTestGateway({
    identity: { verifier: new ProxyIdentity(['loopback']), forReading: false, policy },
    jenkins,
  });
  const post = (path: string, body: string | object) =>
    request(gateway.app)
      .post(path)
      .set('x-oidc-sub', 'root')
      .set('Content-Type', typeof body === 'string' ? 'text/yaml' : 'application/json')
      .send(body);
  await post('/flows', `id: child\nnamespace: b\ntasks: [{id: hidden_task, ${log}, message: hi}]\n`).expect(201);
  await post(
    '/flows',
    'id: caller\nnamespace: a\ntasks: [{id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: b, flowId: child, separate: true}]\n',
  ).expect(201);
  caller = (await post('/flows/a/caller/executions', {}).expect(202)).body.id;
  const { ports, services } = gateway;
  // As after a build of Jenkins that has ended at the call.
  const record = await told(ports, caller, [{ name: 'buildFound', build }, { name: 'begun' }]);
  const tasks = [{ path: 'call', state: 'RUNNING' as const, startedAt: new Date().toISOString() }];
  const nothing = { texts: {}, elapsed: 0, hasWarning: false, logBytes: 0, carried: { outputs: {}, files: [] } };
  await services.waits.begin(record, { ...nothing, task: 'call', tasks, build });
  await services.dueWaits.stop((await ports.store.read(caller))!);
  const started = await ports.store.list({ parent: caller, states: [], labels: [], limit: 2 });
  child = started.executions[0]!.id;
  await told(ports, child, endedIn('FAILED', { reason: 'Task hidden_task failed: it broke.' }));
  await services.dueWaits.stop((await ports.store.read(caller))!);
});
afterAll(() => gateway.stop());

it('a caller who may not see the called flow gets neither its executions nor their reasons', async () => {
  const { state, reason } = await get('root', `/executions/${caller}`);
  expect(state).toBe('FAILED');
  expect(reason).toContain(`the execution ${child} failed: Task hidden_task failed: it broke`);
  expect(await childrenFor('root')).toMatchObject([{ id: child, parent: { execution: caller, task: 'call' } }]);
  expect(await childrenFor('eve')).toEqual([]);
  const seen = await get('eve', `/executions/${caller}`);
  expect(seen).toMatchObject({ state: 'FAILED', partial: true });
  expect(JSON.stringify([seen, await get('eve', '/executions')])).not.toMatch(/hidden_task/);
});

it('an execution does not name its caller to those who may not see that flow', async () => {
  const [seen, ...others] = await childrenFor('bob');
  expect(others).toEqual([]);
  expect(seen.id).toBe(child);
  expect(seen).not.toHaveProperty('parent');
});
