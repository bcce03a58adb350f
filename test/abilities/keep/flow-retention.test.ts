import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FlowKey } from '../../../src/language/flow/flow-key.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { createdExecution } from '../../support/execution-creation.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { endedIn, told } from '../../support/life-of.ts';

let gateway: TestGateway;
let now: Date;
const { signal } = new AbortController();
const hello = { namespace: 'examples', id: 'hello' };
const day = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  gateway = await startTestGateway({ now: () => now });
});
beforeEach(async () => {
  now = new Date();
  await gateway.redis.redis.flushall();
});
afterAll(() => gateway.stop());

const shell = '{id: say, type: dev.vendor.plugin.core.shell.Shell, commands: [echo]}';
const calling = (flow: FlowKey, revision?: number) =>
  `{id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: ${flow.namespace}, flowId: ${flow.id}${revision === undefined ? '' : `, revision: ${revision}`}}`;

async function store({ namespace, id }: FlowKey, { tasks = shell, times = 1, change = '' } = {}): Promise<void> {
  const known = await gateway.services.flows.stored({ namespace, id }).catch(() => undefined);
  for (let number = 0; number < times; number++) {
    const text = `id: ${id}\nnamespace: ${namespace}\ndescription: ${change}${number}\ntasks: [${tasks}]\n`;
    const api = request(gateway.app);
    const call = known === undefined && number === 0 ? api.post('/flows') : api.put(`/flows/${namespace}/${id}`);
    const answer = await call.set('x-oidc-sub', 'ada').set('Content-Type', 'application/x-yaml').send(text);
    if (answer.status >= 300) throw new Error(answer.text);
  }
}

/** An execution that nothing runs. */
const create = (given: Parameters<typeof createdExecution>[1]) =>
  createdExecution(new RedisExecutionStore(gateway.redis.redis), given);

async function execute(given: Parameters<typeof createdExecution>[1]) {
  const id = await create(given);
  await told(gateway.ports, id, endedIn('SUCCESS', { at: now }));
  return id;
}

async function revisions({ namespace, id } = hello): Promise<readonly number[]> {
  const { body } = await request(gateway.app).get(`/flows/${namespace}/${id}/revisions`).expect(200);
  return body.revisions.map(({ revision }: { revision: number }) => revision);
}

async function removeOld(keep: number): Promise<readonly string[]> {
  const heard: string[] = [];
  const tell = (flow: FlowKey, count: number) => heard.push(`${flow.id} ${count}`);
  await gateway.services.retention.removeOldRevisions(keep, tell, signal);
  return heard;
}

describe('old revisions', () => {
  it('are all kept by default', async () => {
    await store(hello, { times: 5 });
    expect(await removeOld(0)).toEqual([]);
    expect(await revisions()).toEqual([5, 4, 3, 2, 1]);
  });

  it('are removed, and a request for one says so', async () => {
    await store(hello, { times: 250 });
    await store({ ...hello, id: 'short' }, { times: 2 });
    expect(await removeOld(2)).toEqual(['hello 248']);
    expect(await revisions()).toEqual([250, 249]);
    const gone = await request(gateway.app).get('/flows/examples/hello?revision=7').expect(404);
    expect(gone.body).toMatchObject({ type: expect.stringContaining('revision-not-found'), currentRevision: 250 });
    expect(gone.body.detail).toMatch(/no longer has revision 7: .*FLOWGATE_REVISIONS_PER_FLOW/);
    const never = await request(gateway.app).get('/flows/examples/hello?revision=251').expect(404);
    expect(never.body.detail).toMatch(/has no revision 251; its revisions are 1 to 250/);
    await request(gateway.app).post('/flows/examples/hello/revisions/7/restore').set('x-oidc-sub', 'ada').expect(404);
  });

  it('stay while an execution ran them, or called them, ended or not', async () => {
    await store(hello, { times: 6 });
    await execute({ accepted: { flow: hello, revision: 2 } });
    await create({ accepted: { flow: hello, revision: 3 } });
    const parent = { flow: { ...hello, id: 'gone' }, revision: 1, subflows: [{ ...hello, revision: 4 }] };
    const id = await execute({ accepted: parent });
    await removeOld(1);
    expect(await revisions()).toEqual([6, 4, 3, 2]);
    await gateway.ports.store.remove(id);
    await removeOld(1);
    expect(await revisions()).toEqual([6, 3, 2]);
  });

  it('stay while the latest revision of another flow calls them', async () => {
    const parent = { namespace: 'examples', id: 'parent' };
    await store(hello, { times: 4 });
    await store(parent, { tasks: calling(hello, 2) });
    await removeOld(1);
    expect(await revisions()).toEqual([4, 2]);
    await store(parent, { tasks: calling(hello) });
    await removeOld(1);
    expect(await revisions()).toEqual([4]);
  });

  it('are removed from deleted flows too, except the one that a restore needs', async () => {
    await store(hello, { times: 3 });
    await request(gateway.app).delete('/flows/examples/hello').set('x-oidc-sub', 'ada').expect(204);
    await removeOld(1);
    expect(await revisions()).toEqual([3]);
  });

  it('are compared with the one before that is still there', async () => {
    await store(hello, { times: 4 });
    await execute({ accepted: { flow: hello, revision: 2 } });
    await removeOld(1);
    const diff = await request(gateway.app).get('/flows/examples/hello/diff?to=4').expect(200);
    expect(diff.text).toContain('examples/hello@2');
    const first = await request(gateway.app).get('/flows/examples/hello/diff?to=2').expect(400);
    expect(first.body.detail).toContain('Revision 2 has no previous revision');
  });

  it('are removed once, whichever of several processes is faster', async () => {
    await store(hello, { times: 120 });
    const removed = await Promise.all([removeOld(5), removeOld(5), removeOld(5)]);
    const counts = removed.flat().map((text) => Number(text.split(' ')[1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(115);
    expect(await revisions()).toHaveLength(5);
    expect(await gateway.redis.redis.keys('{flowgate}:source:*')).toHaveLength(5);
  });
});

describe('deleted flows', () => {
  const purgeDeleted = async (days: number) => {
    const heard: string[] = [];
    await gateway.services.retention.purgeDeletedFlows(days, ({ id }) => heard.push(id), signal);
    return heard;
  };
  const remove = (id: string) => request(gateway.app).delete(`/flows/examples/${id}`).set('x-oidc-sub', 'ada');

  beforeEach(async () => {
    for (const id of ['hello', 'other']) await store({ namespace: 'examples', id }, { times: 2 });
    await remove('hello').expect(204);
  });

  it('are purged after their days, with an entry in the audit trail', async () => {
    expect(await purgeDeleted(3)).toEqual([]);
    now = new Date(now.getTime() + 4 * day);
    expect(await purgeDeleted(0)).toEqual([]);
    expect(await purgeDeleted(3)).toEqual(['hello']);
    await request(gateway.app).get('/flows/examples/hello?revision=1').expect(404);
    await request(gateway.app).get('/flows/examples/other').expect(200);
    const { body } = await request(gateway.app).get('/audit?action=purgeFlow').set('x-oidc-sub', 'ada').expect(200);
    expect(body.entries).toMatchObject([{ actor: 'flowgate:retention', namespace: 'examples', flowId: 'hello' }]);
  });

  it('stay while an execution that goes on calls them', async () => {
    const accepted = { flow: { ...hello, id: 'other' }, subflows: [{ ...hello, revision: 1 }] };
    const id = await create({ accepted });
    now = new Date(now.getTime() + 4 * day);
    expect(await purgeDeleted(3)).toEqual([]);
    await told(gateway.ports, id, endedIn('SUCCESS', { at: now }));
    expect(await purgeDeleted(3)).toEqual(['hello']);
  });

  it('stay when they are restored', async () => {
    await request(gateway.app).post('/flows/examples/hello/revisions/1/restore').set('x-oidc-sub', 'ada').expect(200);
    now = new Date(now.getTime() + 4 * day);
    expect(await purgeDeleted(3)).toEqual([]);
  });
});
