import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readPolicy } from '../../../src/access/read-policy.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

// Nothing runs the accepted executions.
const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };
const { value: policy } = readPolicy(`grants:
  - {subjects: [root], namespaces: ["*"], rights: [read, write, execute]}
  - {subjects: [ada], namespaces: [examples], rights: [read]}
  - {subjects: [bob], namespaces: [examples], rights: [execute]}
`);
const everything = 'include=lastExecution&include=nextAt';
const schedules =
  'triggers:\n  - {id: nightly, type: schedule, cron: "30 2 * * *"}\n  - {id: hourly, type: schedule, cron: "30 * * * *"}\n';

let gateway: TestGateway;
beforeAll(async () => {
  const identity = { verifier: new ProxyIdentity(['loopback']), forReading: false, policy };
  gateway = await startTestGateway({ jenkins, identity });
});
beforeEach(() => gateway.redis.redis.flushall());
afterAll(() => gateway.stop());

const get = (path: string, as = 'root') => request(gateway.app).get(path).set('x-oidc-sub', as);
const store = (text: string) =>
  request(gateway.app).post('/flows').set({ 'x-oidc-sub': 'root', 'Content-Type': 'text/yaml' }).send(text).expect(201);
const run = async (path: string) =>
  (await request(gateway.app).post(`/flows/${path}/executions`).set('x-oidc-sub', 'root').send({}).expect(202)).body;

it('a page has the latest execution and the next tick of each flow, if asked for', async () => {
  await store(`${flowText()}${schedules}`);
  await store(flowText({ id: 'other' }));
  await store(`${flowText({ id: 'resting' })}disabled: true\n${schedules}`);
  await run('examples/hello');
  const { id } = await run('examples/hello');
  const { body } = await get(`/flows/examples?${everything}`).expect(200);
  expect(body.flows).toMatchObject([
    {
      id: 'hello',
      disabled: false,
      lastExecution: { id, state: 'CREATED', createdAt: expect.any(String) },
      nextAt: expect.stringMatching(/:30:00\.000Z$/),
    },
    { id: 'other', disabled: false },
    { id: 'resting', disabled: true },
  ]);
  expect(Date.parse(body.flows[0].nextAt)).toBeLessThanOrEqual(Date.now() + 60 * 60 * 1000);
  for (const flow of body.flows.slice(1)) {
    expect(flow).not.toHaveProperty('lastExecution');
    expect(flow).not.toHaveProperty('nextAt');
  }
  for (const flow of (await get('/flows')).body.flows) {
    expect(flow).not.toHaveProperty('lastExecution');
    expect(flow).not.toHaveProperty('nextAt');
  }
  expect((await get('/flows/examples/resting')).body.disabled).toBe(true);
  expect((await get('/flows?include=source')).status).toBe(400);
});

it('a deleted flow has its executions, but no tick', async () => {
  await store(`${flowText()}${schedules}`);
  await run('examples/hello');
  await request(gateway.app).delete('/flows/examples/hello').set('x-oidc-sub', 'root').expect(204);
  const { body } = await get(`/flows?deleted=true&${everything}`);
  expect(body.flows).toMatchObject([{ id: 'hello', lastExecution: { state: 'CREATED' } }]);
  expect(body.flows[0]).not.toHaveProperty('nextAt');
  expect((await get('/flows/examples/hello/executions')).body.executions).toHaveLength(1);
});

it('a flow that does not say whether it is disabled is listed, and is neither enabled nor disabled', async () => {
  await store(flowText());
  await gateway.redis.redis.hdel('{flowgate}:flow:examples/hello', 'disabled', 'schedules');
  const { body } = await get(`/flows?${everything}`).expect(200);
  expect(body.flows).toMatchObject([{ id: 'hello' }]);
  expect(body.flows[0]).not.toHaveProperty('disabled');
});

it('a search finds parts of words in what the caller may read, and namespaces are counted', async () => {
  const described = (id: string, namespace: string) =>
    flowText({ id, namespace }).replace('Greets someone.', 'Pushes IMAGES.');
  for (const [id, namespace] of [
    ['docker-push', 'examples'],
    ['push-secret', 'hidden'],
    ['other', 'examples.more'],
  ] as const)
    await store(described(id, namespace));
  const idsOf = async (query: string, as = 'root') =>
    (await get(`/flows?${query}`, as).expect(200)).body.flows.map(({ id }: { id: string }) => id);
  expect(await idsOf('search=image%20PUSH')).toEqual(['docker-push', 'other', 'push-secret']);
  expect(await idsOf('search=push', 'ada')).toEqual(['docker-push']);
  expect(await idsOf('search=push', 'bob')).toEqual([]);
  expect(await idsOf('search=push&q=docker')).toEqual(['docker-push']);
  expect(await idsOf('search=.*')).toEqual([]);
  const { body } = await get('/flows/examples?search=docker%20CORE.shell%20greet&include=lastExecution');
  expect(body.flows[0].matches).toEqual([
    { in: 'id', text: 'docker-push' },
    { in: 'task-type', text: 'dev.vendor.plugin.core.shell.Shell' },
    { in: 'label', text: 'team=greeters' },
  ]);
  for (const text of ['', '%20', 'a%20'.repeat(9), 'a'.repeat(201)])
    expect((await get(`/flows?search=${text}`)).status).toBe(400);
  expect((await get('/namespaces')).body).toEqual({
    namespaces: ['examples', 'examples.more', 'hidden'].map((namespace) => ({ namespace, flows: 1 })),
  });
  expect((await get('/namespaces', 'ada')).body).toEqual({ namespaces: [{ namespace: 'examples', flows: 1 }] });
  expect((await get('/namespaces', 'bob')).body).toEqual({ namespaces: [] });
});

it('/flows/search finds what the caller may read, and lists a namespace of that name without a query', async () => {
  for (const [id, namespace] of [
    ['docker-push', 'examples'],
    ['push-secret', 'hidden'],
    ['other', 'search'],
  ] as const)
    await store(flowText({ id, namespace }));
  const idsOf = async (query: string, as = 'root') =>
    (await get(`/flows/search${query}`, as).expect(200)).body.flows.map(({ id }: { id: string }) => id);
  expect(await idsOf('?q=push')).toEqual(['docker-push', 'push-secret']);
  expect(await idsOf('?q=push&search=docker')).toEqual(['docker-push']);
  expect(await idsOf('?q=push', 'ada')).toEqual(['docker-push']);
  expect(await idsOf('?q=other', 'ada')).toEqual([]);
  const [found, listed] = await Promise.all([get('/flows/search?q=docker'), get('/flows?search=docker')]);
  expect(found.body).toEqual(listed.body);
  expect(await idsOf('')).toEqual(['other']);
  expect(await idsOf('?label=team:greeters')).toEqual(['other']);
  expect((await get('/flows/search', 'ada')).status).toBe(403);
  expect((await get('/flows/search/other')).body.id).toBe('other');
  for (const text of ['', '%20', 'a%20'.repeat(9), 'a'.repeat(201)])
    expect((await get(`/flows/search?q=${text}`)).status).toBe(400);
});

it('the latest executions of a flow are listed in brief, for those who may read it', async () => {
  await store(flowText());
  const [first, second] = [await run('examples/hello'), await run('examples/hello')];
  const newestFirst = [first.id, second.id].toSorted().toReversed();
  const path = '/flows/examples/hello/executions';
  const { body } = await get(path, 'ada').expect(200);
  expect(body.executions.map(({ id }: { id: string }) => id)).toEqual(newestFirst);
  expect(Object.keys(body.executions[0])).toEqual(['id', 'state', 'createdAt', 'number']);
  expect((await get(`${path}?limit=1`, 'ada')).body.executions).toHaveLength(1);
  expect((await get(path, 'bob')).status).toBe(403);
  expect((await get('/flows/examples/none/executions', 'ada')).body).toEqual({ executions: [] });
});

it('executions are found by who started them, and by their ids', async () => {
  await store(flowText());
  const { id } = await run('examples/hello');
  const idsOf = async (query: string, as?: string) =>
    (await get(`/executions?${query}`, as)).body.executions.map((execution: { id: string }) => execution.id);
  expect(await idsOf('actor=root')).toEqual([id]);
  expect(await idsOf('actor=ada')).toEqual([]);
  expect(await idsOf(`id=${id}&id=01ARZ3NDEKTSV4RRFFQ69G5FAV`, 'ada')).toEqual([id]);
  expect(await idsOf(`id=${id}`, 'bob')).toEqual([]);
  expect((await get('/executions?id=x')).status).toBe(400);
});
