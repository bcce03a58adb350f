import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import { loadContract, routesOf } from '../../../src/faces/http/openapi/contract.ts';
import { SpaceGuard } from '../../../src/store/files/space-guard.ts';
import { MemoryGuard } from '../../../src/store/redis/memory-guard.ts';
import { everyGuard } from '../../../src/store/redis/storage-guard.ts';
import { flowText } from '../../support/gateway.ts';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

const triggers = 'triggers:\n  - {id: pushed, type: webhook}\n  - {id: nightly, type: schedule, cron: "0 2 * * *"}\n';
let free = Infinity;
/** What a store uses that may use 1000 bytes, and keeps 100 free. */
let usedMemory = 0;
let running: RunningGateway;
const app = () => running.gateway.app;
const asAda = (sent: Test) => sent.set('x-oidc-sub', 'ada');
const flow = '/flows/examples/kept';
let execution: string;
let doomed: string;
let token: string;

beforeAll(async () => {
  running = await startRunningGateway({
    space: everyGuard([
      new SpaceGuard({ folder: '/srv/flowgate', minimum: 2 ** 30, freeSpace: async () => free }),
      new MemoryGuard(async () => ({ used: usedMemory, limit: 1000, reserve: 100 }), { keptMilliseconds: 0 }),
    ]),
  });
  await running.store(plannedFlow({ tasks: [{ path: 'greet' }] }, { id: 'kept', more: triggers }));
  await running.store(plannedFlow({ tasks: [{ path: 'greet' }] }, { id: 'unwanted', more: triggers }));
  execution = (await running.run({}, { flow: 'kept' })).body.id;
  await running.until(execution, 'SUCCESS');
  doomed = (await running.run({}, { flow: 'kept' })).body.id;
  await running.until(doomed, 'SUCCESS');
  await asAda(request(app()).put('/namespaces/kept/owner').send({ repository: 'web', commit: '3f2a1c' })).expect(200);
  token = (await asAda(request(app()).post('/tokens').send(tokenOf('kept'))).expect(201)).body.id;
});
beforeEach(() => {
  free = 2 ** 30 - 1;
});
afterAll(() => running.stop());

const lastWeek = { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' };
const tokenOf = (name: string) => ({ name, namespaces: ['examples'], rights: ['read'] });
const yaml = (sent: Test) => sent.set('Content-Type', 'application/x-yaml').send(flowText({ id: 'kept' }));
const rejected: Readonly<Record<string, () => Test>> = {
  createFlow: () => yaml(request(app()).post('/flows')),
  updateFlow: () => yaml(request(app()).put(flow)),
  restoreRevision: () => request(app()).post(`${flow}/revisions/1/restore`),
  importFlows: () => yaml(request(app()).post('/import')),
  pushFlow: () => request(app()).post(`${flow}/push`),
  runFlow: () => request(app()).post(`${flow}/executions`).send({}),
  uploadFiles: () => request(app()).post(`${flow}/files`).attach('dataset', Buffer.from('x'), 'x.bin'),
  replayExecution: () => request(app()).post(`/executions/${execution}/replay`).send({}),
  restartExecution: () => request(app()).post(`/executions/${execution}/restart`).send({}),
  decideExecution: () =>
    request(app()).post(`/executions/${execution}/decision`).send({ task: 'greet', decision: 'APPROVE' }),
  signalExecution: () => request(app()).post(`/executions/${execution}/signals/go`).send({}),
  signalByUrl: () => request(app()).post(`/signals/${execution}/x/go`).send({}),
  enableFlow: () => request(app()).post(`${flow}/enable`),
  disableFlow: () => request(app()).post(`${flow}/disable`),
  enableTrigger: () => request(app()).post(`${flow}/triggers/pushed/enable`),
  disableTrigger: () => request(app()).post(`${flow}/triggers/pushed/disable`),
  runTrigger: () => request(app()).post(`${flow}/triggers/nightly/run`),
  backfillTrigger: () => request(app()).post(`${flow}/triggers/nightly/backfill`).send(lastWeek),
  claimNamespace: () => request(app()).put('/namespaces/kept/owner').send({ repository: 'web', commit: '3f2a1c' }),
  testReceiver: () => request(app()).post('/namespaces/kept/receivers/slack:web/test'),
  savePreset: () => request(app()).put(`${flow}/presets/nightly`).send({ inputs: {} }),
  makeTriggerKey: () => request(app()).post(`${flow}/triggers/pushed/key`),
  sealSecret: () => request(app()).post(`${flow}/inputs/token/seal`).send({ value: 'sesame-open' }),
  createToken: () => request(app()).post('/tokens').send(tokenOf('unwanted')),
  callHook: () => request(app()).post('/hooks/examples/kept/pushed').set('X-Flowgate-Key', 'x').send({}),
};
const made: Readonly<Record<string, () => Test>> = {
  stopExecution: () => request(app()).post(`/executions/${execution}/stop`),
  deletePreset: () => request(app()).delete(`${flow}/presets/nightly`),
  releaseNamespace: () => request(app()).delete('/namespaces/kept/owner'),
  revokeTriggerKey: () => request(app()).delete(`${flow}/triggers/pushed/key`),
  revokeToken: () => request(app()).delete(`/tokens/${token}`),
  deleteExecution: () => request(app()).delete(`/executions/${doomed}`),
  deleteFlow: () => request(app()).delete('/flows/examples/unwanted?purge=true'),
};

describe('on a nearly full disk', () => {
  it.each(Object.keys(rejected))('%s is rejected', async (operation) => {
    running.gateway.log.splice(0);
    const { body } = await asAda(rejected[operation]!()).expect(507);
    expect(body).toMatchObject({
      type: 'urn:flowgate:problem:insufficient-storage',
      detail: expect.stringContaining('the disk of Flowgate is nearly full'),
    });
    expect(JSON.stringify(body)).not.toContain('/srv/flowgate');
    expect(running.gateway.log.join('')).toContain(
      'The disk of the data folder /srv/flowgate has 1073741823 bytes free',
    );
  });

  it.each(Object.keys(made))('%s is accepted', async (operation) => {
    expect([200, 202, 204, 409]).toContain((await asAda(made[operation]!())).status);
  });

  it.each(Object.keys(made))('%s is rejected without any space left, because Redis would exit', async (operation) => {
    free = 0;
    await asAda(made[operation]!()).expect(507);
    await request(app()).get(flow).expect(200);
  });

  it('all other operations work as usual', async () => {
    const changing = routesOf(loadContract(join(packageRoot(), 'openapi.yaml'))).filter(
      ({ method, operation }) => method !== 'get' && operation['x-changes'] !== false,
    );
    expect(changing.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      [...Object.keys(rejected), ...Object.keys(made)].toSorted(),
    );
    await request(app()).get(flow).expect(200);
    await yaml(request(app()).post('/flows/validate')).expect(200);
    await request(app()).head(flow).expect(200);
  });

  it('the log contains the entries that the audit trail has no space for', async () => {
    const count = async () => (await asAda(request(app()).get('/audit')).expect(200)).body.entries.length;
    const before = await count();
    running.gateway.log.splice(0);
    await asAda(rejected.pushFlow!()).expect(507);
    expect(await count()).toBe(before);
    expect(
      running.gateway.log.filter(
        (line) => line.includes('could not write to the audit trail') && line.includes('pushFlow'),
      ),
    ).toHaveLength(1);
  });

  it('schedules start nothing, and leave nothing behind', async () => {
    const tick = {
      flow: { namespace: 'examples', id: 'kept' },
      triggerId: 'nightly',
      cron: '0 2 * * *',
      timezone: 'UTC',
      at: new Date(),
    };
    const count = async () => (await request(app()).get('/executions?flow_id=kept').expect(200)).body.executions.length;
    const before = await count();
    expect(await running.gateway.services.schedules.processTick(tick)).toBe('no-space');
    expect(await count()).toBe(before);
    free = 2 ** 30;
    expect(await running.gateway.services.schedules.processTick(tick)).toBe('started');
  });

  it('changes are accepted again as soon as there is space', async () => {
    free = 2 ** 30;
    await yaml(asAda(request(app()).put(flow))).expect(200);
  });
});

describe('with the memory of the store nearly full', () => {
  beforeEach(() => {
    free = Infinity;
    usedMemory = 901;
  });
  afterEach(() => {
    usedMemory = 0;
  });

  it('new data is rejected, and reading, deleting and stopping work', async () => {
    running.gateway.log.splice(0);
    const { body } = await asAda(rejected.createFlow!()).expect(507);
    expect(body).toMatchObject({
      type: 'urn:flowgate:problem:insufficient-storage',
      detail: expect.stringContaining('the memory of the store is nearly full'),
    });
    expect(running.gateway.log.join('')).toContain('Redis uses 901 bytes of its maxmemory of 1000');
    await asAda(rejected.runFlow!()).expect(507);
    await asAda(made.stopExecution!()).expect(409);
    await request(app()).get(flow).expect(200);
    usedMemory = 900;
    await yaml(asAda(request(app()).put(flow))).expect(200);
  });

  it('the gateway is ready, and says that there is no room', async () => {
    const text = expect.stringContaining('the memory of the store is nearly full');
    expect((await request(app()).get('/readyz').expect(200)).body).toMatchObject({
      status: 'ready',
      checks: { redis: 'ok', storage: text },
    });
    const { checks } = (await asAda(request(app()).get('/system')).expect(200)).body;
    expect(checks).toContainEqual({ name: 'storage', ready: false, reason: text });
    usedMemory = 0;
    expect((await request(app()).get('/readyz').expect(200)).body.checks).toMatchObject({ storage: 'ok' });
  });
});

describe('with the memory of Redis full', () => {
  const limitMemory = (bytes: number) => running.gateway.redis.redis.config('SET', 'maxmemory', String(bytes));
  afterEach(() => limitMemory(0));

  it('executions end, are stopped and deleted, and changes are rejected', async () => {
    free = Infinity;
    const ending = plannedFlow({ tasks: [{ path: 'greet', milliseconds: 60_000, log: 'hello' }] }, { id: 'ending' });
    await running.store(ending);
    await running.store(plannedFlow({ tasks: [{ path: 'greet', milliseconds: 60_000 }] }, { id: 'lasting' }));
    const [ends, lasts] = await Promise.all(
      ['ending', 'lasting'].map(async (id) => (await running.run({}, { flow: id })).body.id),
    );
    await running.until(lasts, 'RUNNING');
    await running.until(ends, ({ state }) => state !== 'CREATED' && state !== 'QUEUED');
    await limitMemory(1);
    expect((await asAda(rejected.runFlow!()).expect(507)).body.detail).toContain('the memory of the store is full');
    await asAda(request(app()).post(`/executions/${lasts}/stop`)).expect(202);
    await running.until(lasts, 'KILLED');
    running.jenkins.endTasks();
    await running.until(ends, 'SUCCESS');
    expect((await request(app()).get(`/executions/${lasts}/logs`).expect(200)).text).toContain('Finished: ABORTED');
    await asAda(request(app()).delete(`/executions/${lasts}`)).expect(204);
    await request(app()).get(`/executions/${lasts}`).expect(404);
    await limitMemory(0);
    await asAda(rejected.runFlow!()).expect(202);
  });
});
