import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readPolicy } from '../../../src/access/read-policy.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { told, waitBegan } from '../../support/life-of.ts';

// Nothing runs the accepted executions.
const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };
const { value: policy } = readPolicy(`grants:
  - {subjects: [root], namespaces: ["*"], rights: [read, write, execute]}
  - {subjects: [ada], namespaces: [a], rights: [read, execute]}
  - {subjects: [bob], namespaces: [a], rights: [execute]}
`);
const hourly = 'triggers: [{id: hourly, type: schedule, cron: "30 * * * *", timezone: Europe/Berlin}]\n';

let gateway: TestGateway;
beforeAll(async () => {
  const identity = { verifier: new ProxyIdentity(['loopback']), forReading: false, policy };
  gateway = await startTestGateway({ jenkins, identity });
});
beforeEach(() => gateway.redis.redis.flushall());
afterAll(() => gateway.stop());

const home = async (as: string, query = '') =>
  (await request(gateway.app).get(`/home${query}`).set('x-oidc-sub', as).expect(200)).body;
const store = (text: string) =>
  request(gateway.app).post('/flows').set({ 'x-oidc-sub': 'root', 'Content-Type': 'text/yaml' }).send(text).expect(201);
async function run(path: string): Promise<string> {
  const answer = await request(gateway.app).post(`/flows/${path}/executions`).set('x-oidc-sub', 'root').send({});
  return answer.body.id;
}

it('shows what failed, runs, waits and comes next, of what the caller may read', async () => {
  for (const namespace of ['a', 'b']) await store(`${flowText({ namespace })}${hourly}`);
  await store(flowText({ namespace: 'a', id: 'gone' }));
  await request(gateway.app).delete('/flows/a/gone').set('x-oidc-sub', 'root').expect(204);
  const [failed, hidden, waiting, running] = [
    await run('a/hello'),
    await run('b/hello'),
    await run('a/hello'),
    await run('a/hello'),
  ];
  const { ports } = gateway;
  const at = new Date();
  for (const id of [failed, hidden])
    await told(ports, id, { name: 'neverBegan', state: 'FAILED', reason: 'Broken\nbadly', at });
  for (const id of [waiting, running]) await told(ports, id, { name: 'begun', at });
  const waitingFor = {
    kind: 'approval',
    task: 'ask',
    message: 'Release it?',
    since: at.toISOString(),
    version: 1,
  } as const;
  await told(ports, waiting, waitBegan(waitingFor, {}, at));

  const favourites = ['a/hello', 'b/hello', 'a/gone', 'a/none', 'a/hello'].map((name) => `flow=${name}`).join('&');
  const ada = await home('ada', `?${favourites}`);
  const flow = { namespace: 'a', flow_id: 'hello' };
  expect(ada).toMatchObject({
    flowCount: 1,
    failed: { count: 1, executions: [{ ...flow, id: failed, number: 1, state: 'FAILED', reason: 'Broken badly' }] },
    running: { count: 1, executions: [{ ...flow, id: running, number: 3 }] },
    waiting: {
      count: 1,
      executions: [{ ...flow, id: waiting, waitingFor: { kind: 'approval' }, message: 'Release it?' }],
    },
    namespaces: [{ namespace: 'a', flows: 1, running: 1, failed: 1 }],
    flows: [{ namespace: 'a', id: 'hello', lastExecution: { state: expect.any(String) } }],
  });
  expect(ada.days).toHaveLength(14);
  expect(ada.days.at(-1)).toEqual({
    date: at.toISOString().slice(0, 10),
    success: 0,
    warning: 0,
    failed: 1,
    cancelled: 0,
  });
  expect(ada.next).toEqual([
    { ...flow, trigger: 'hourly', at: expect.stringMatching(/:30:00\.000Z$/), timezone: 'Europe/Berlin' },
  ]);
  expect(ada.flows).toHaveLength(1);
  expect(JSON.stringify(ada)).not.toContain('"b"');

  const root = await home('root');
  expect([root.flowCount, root.failed.count, root.next.length, root.days.at(-1).failed]).toEqual([2, 2, 2, 2]);
  const narrow = await home('root', '?namespace=b');
  expect([narrow.failed.count, narrow.running.count, narrow.waiting.count, narrow.namespaces]).toEqual([
    1,
    0,
    0,
    [{ namespace: 'b', flows: 1, running: 0, failed: 1 }],
  ]);
  expect(narrow.next).toMatchObject([{ namespace: 'b' }]);
  for (const nothing of [await home('bob', '?flow=a/hello'), await home('ada', '?namespace=b')])
    expect(nothing).toMatchObject({
      flowCount: 0,
      failed: { count: 0, executions: [] },
      running: { count: 0 },
      next: [],
      namespaces: [],
      flows: [],
    });
  for (const query of ['?flow=a', `?${'flow=a/b&'.repeat(21)}`, '?namespace=A', '?days=99'])
    await request(gateway.app).get(`/home${query}`).set('x-oidc-sub', 'root').expect(400);
});
