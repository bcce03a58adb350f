import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChildExecutions } from '../../../src/abilities/runs/children/child-executions.ts';
import { openRuns } from '../../../src/abilities/runs/open-runs.ts';
import { AppError } from '../../../src/base/problem/app-error.ts';
import type { ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import { redisKey } from '../../../src/store/redis/redis-key.ts';
import { SecretReader } from '../../../src/store/secret-providers/secret-reader.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { told } from '../../support/life-of.ts';
import { storeFlow, waitingExecution } from '../../support/waiting-execution.ts';

const log = 'type: dev.vendor.plugin.core.log.Log';
const folder = mkdtempSync(join(tmpdir(), 'flowgate-due-waits-'));
const inputs = { token: 'file:shop/token' };
let gateway: TestGateway;
/** Milliseconds by which the clock of the store was turned. */
let turned = 0;

beforeAll(async () => {
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'shop', 'token'), 'sesame-open-42', { mode: 0o600 });
  gateway = await startTestGateway({
    engineName: 'local',
    hasOwnRedis: true,
    secrets: { FLOWGATE_SECRETS_DIR: folder, FLOWGATE_SECRET_PREFIXES: 'shop=file:shop/' },
  });
  const { store } = gateway.ports;
  const time = store.time.bind(store);
  store.time = async () => new Date((await time()).getTime() + turned);
  const head = (id: string, text = '') => `id: ${id}\nnamespace: shop\ndescription: For a test.\n${text}`;
  const secret = 'inputs: [{id: token, type: SECRET}]\n';
  const end = `  - {id: told, ${log}, message: x}\n`;
  await storeFlow(
    gateway,
    `${head('child')}inputs: [{id: name, type: STRING}]\ntasks: [{id: say, ${log}, message: "{{ inputs.name }}"}]\n`,
  );
  await storeFlow(
    gateway,
    `${head('parent', secret)}tasks:
  - id: all
    type: dev.vendor.plugin.core.flow.ForEach
    values: [a, b]
    concurrency: 2
    timeout: 1h
    tasks:
      - id: one
        type: dev.vendor.plugin.core.flow.Subflow
        namespace: shop
        flowId: child
        inputs: {name: "{{ items.all }}"}
        separate: true
${end}`,
  );
  const wait = 'type: dev.vendor.plugin.core.flow.Wait';
  await storeFlow(gateway, `${head('pause', secret)}tasks:\n  - {id: wait, ${wait}, for: 1h}\n${end}`);
});
beforeEach(() => {
  turned = 0;
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

const now = async (record: ExecutionRecord) => (await gateway.ports.store.read(record.id))!;
const children = async ({ id }: ExecutionRecord) =>
  (await gateway.ports.store.list({ parent: id, states: [], labels: [], limit: 100 })).executions;
const parent = () => waitingExecution(gateway, 'shop/parent', { task: 'all', texts: {}, inputs });
const pausing = () => waitingExecution(gateway, 'shop/pause', { task: 'wait', texts: { for: '1h' }, inputs });
/** Another process, which has read nothing yet. */
const other = () => openRuns(gateway.parts, gateway.services).api.dueWaits;
const round = (waits = gateway.services.dueWaits) => waits.endDue(new AbortController().signal);

describe('while a secret cannot be read', () => {
  const outage = () =>
    vi.spyOn(SecretReader.prototype, 'read').mockImplementation(async () => {
      throw new AppError('secret-unavailable', 'The secret cannot be read now.');
    });

  it('a wait that is over says so, and the execution goes on when it can be read', async () => {
    const [waiting, calling] = [await pausing(), await parent()];
    await gateway.services.dueWaits.stop(calling);
    const [first, second] = await children(calling);
    const broken = outage();
    turned = 3_700_000;
    const waits = other();
    await round(waits);
    for (const record of [waiting, calling])
      await vi.waitFor(async () =>
        expect(await now(record)).toMatchObject({ phase: 'waiting', trouble: 'The secret cannot be read now.' }),
      );
    expect((await children(calling)).map(({ stop }) => stop)).toEqual([undefined, undefined]);
    broken.mockRestore();
    turned += 10_000;
    await round(waits);
    expect(await now(waiting)).toMatchObject({ phase: 'queued', segment: { ended: { state: 'SUCCESS' } } });
    expect((await now(waiting)).trouble).toBeUndefined();
    await vi.waitFor(async () => expect((await children(calling)).every(({ stop }) => stop !== undefined)).toBe(true));
    for (const { id } of [first!, second!]) await told(gateway.ports, id, { name: 'neverBegan', state: 'KILLED' });
    await vi.waitFor(async () => expect((await now(calling)).phase).not.toBe('waiting'));
  });

  it('a stop reaches the executions for which one waits', async () => {
    const calling = await parent();
    await gateway.services.dueWaits.stop(calling);
    outage();
    await told(gateway.ports, calling.id, { name: 'stopAsked', by: 'ada' });
    await other().stop(await now(calling));
    expect((await children(calling)).map(({ stop }) => stop?.by)).toEqual(['ada', 'ada']);
    expect(await now(calling)).toMatchObject({ phase: 'waiting' });
  });

  it('a stop is accepted, and ends the wait when it can be read', async () => {
    const waiting = await pausing();
    const broken = outage();
    const stop = request(gateway.app).post(`/executions/${waiting.id}/stop`).set('x-oidc-sub', 'ada').send({});
    expect((await stop.expect(202)).body).toMatchObject({
      state: 'RUNNING',
      trouble: 'The secret cannot be read now.',
    });
    broken.mockRestore();
    turned = 10_000;
    await gateway.services.dueWaits.stop(await now(waiting));
    expect(await now(waiting)).toMatchObject({ phase: 'ended', state: 'KILLED' });
  });

  it('gives up after a day', async () => {
    const waiting = await pausing();
    outage();
    turned = 3_700_000;
    const waits = other();
    await round(waits);
    expect(await now(waiting)).toMatchObject({ phase: 'waiting' });
    turned += 25 * 3_600_000;
    await round(waits);
    expect(await now(waiting)).toMatchObject({ phase: 'queued', segment: { ended: { state: 'FAILED' } } });
  });
});

it('a wait ends in time beside one whose executions take long', async () => {
  const [waiting, calling] = [await pausing(), await parent()];
  vi.spyOn(ChildExecutions.prototype, 'advance').mockReturnValue(new Promise(() => undefined));
  turned = 3_700_000;
  await round();
  expect(await now(waiting)).toMatchObject({ phase: 'queued' });
  expect(await now(calling)).toMatchObject({ phase: 'waiting' });
});

it('with a full memory, a stop reaches the executions for which one waits, and it ends', async () => {
  const calling = await parent();
  await gateway.services.dueWaits.stop(calling);
  const { redis } = gateway.redis;
  await redis.config('SET', 'maxmemory', '1000000');
  try {
    await request(gateway.app).post(`/executions/${calling.id}/stop`).set('x-oidc-sub', 'ada').send({}).expect(202);
    const found = await children(calling);
    expect(found.map(({ stop }) => stop?.by)).toEqual(['ada', 'ada']);
    for (const { id } of found) await told(gateway.ports, id, { name: 'neverBegan', state: 'KILLED' });
    await gateway.services.dueWaits.stop(calling);
    expect(await now(calling)).toMatchObject({ phase: 'ended', state: 'KILLED' });
  } finally {
    await redis.config('SET', 'maxmemory', '0');
  }
});

describe('the end of a segment at a task that waits', () => {
  const left = { task: 'wait', tasks: [], carried: { outputs: {}, files: [] }, elapsed: 1, hasWarning: false };
  const begun = async () => {
    const { body } = await request(gateway.app)
      .post('/flows/shop/pause/executions')
      .set('x-oidc-sub', 'ada')
      .send({ inputs });
    return told(gateway.ports, body.id, { name: 'begun', engine: 'local' });
  };

  it('is not recorded by a process that knows an earlier segment', async () => {
    const early = await begun();
    await gateway.services.waits.begin(early, { ...left, texts: { for: '1h' }, logBytes: 0 });
    turned = 3_700_000;
    await round();
    const running = await told(gateway.ports, early.id, { name: 'begun', engine: 'local' });
    await gateway.services.waits.begin(early, { ...left, texts: { for: 'nonsense' }, logBytes: 0 });
    expect(await now(running)).toEqual(running);
  });

  it('is tried again by a process whose lease has expired', async () => {
    const running = await begun();
    const fence = { name: `run:${running.id}`, token: 7 };
    await expect(
      gateway.services.waits.begin(running, { ...left, texts: { for: '1h' }, logBytes: 0, fence }),
    ).rejects.toThrow('lease');
  });
});

it('the key of a request whose execution was archived and removed is free again', async () => {
  const send = () =>
    request(gateway.app)
      .post('/flows/shop/pause/executions')
      .set({ 'x-oidc-sub': 'ada', 'Idempotency-Key': 'once' })
      .send({ inputs });
  const { body } = await send();
  expect((await send()).body.id).toBe(body.id);
  await told(gateway.ports, body.id, { name: 'neverBegan', state: 'KILLED' });
  const ended = await gateway.ports.store.read(body.id);
  await gateway.ports.marks.mark(ended as never); // it has ended
  expect((await gateway.redis.redis.exists(redisKey.execution(body.id))) === 0).toBe(true);
  const summary = (await gateway.ports.marks.summaries([body.id])).get(body.id);
  await gateway.ports.marks.remove(summary as never); // it is one
  const again = await send();
  expect(again.status).toBe(202);
  expect(again.body.id).not.toBe(body.id);
});
