import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DueWaits } from '../../../src/abilities/runs/due-waits.ts';
import { WaitService } from '../../../src/abilities/waits/wait-service.ts';
import type { ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import { ExecutionLife } from '../../../src/store/executions/execution-life.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { connectRedisOnce } from '../../../src/store/redis/connect-redis.ts';
import { redisKey } from '../../../src/store/redis/redis-key.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { told } from '../../support/life-of.ts';
import { endAtWait, storeFlow, waitingExecution } from '../../support/waiting-execution.ts';

const flow = (id: string, task: string, more = '') => `id: ${id}
namespace: shop
description: Waits.
tasks:
  - {id: release, ${task}}
  - {id: announce, type: dev.vendor.plugin.core.log.Log, message: Done}
${more}`;
const approval = 'type: dev.vendor.plugin.core.flow.Approval, message: Release?';
const wait = 'type: dev.vendor.plugin.core.flow.Wait';
const clean = 'finally:\n  - {id: clean, type: dev.vendor.plugin.core.log.Log, message: Clean}\n';
const schema =
  'outputSchema: {passed: {type: BOOLEAN}, count: {type: INT}, log: {type: JSON}, day: {type: DATE}, note: {type: STRING, required: false}}';

let gateway: TestGateway;
const as = (subject: string) => ({ 'x-oidc-sub': subject });
const post = (path: string, body: object = {}, subject = 'ada') =>
  request(gateway.app).post(path).set(as(subject)).send(body);
const approve = (id: string, subject = 'ada') =>
  post(`/executions/${id}/decision`, { task: 'release', decision: 'APPROVE' }, subject);
const read = async (id: string) => (await gateway.ports.store.read(id))!;
const endDue = () => gateway.services.dueWaits.endDue(new AbortController().signal);

/** Sets the end of a wait to a moment ago. */
async function letItPass({ id, waitingFor }: ExecutionRecord): Promise<void> {
  const { redis } = gateway.redis;
  const until = new Date((await gateway.ports.store.time()).getTime() - 5);
  const over = JSON.stringify({ ...waitingFor!, until: until.toISOString() });
  await redis.hset(redisKey.execution(id), 'waitingFor', over);
  await redis.zadd(redisKey.dueWaits, until.getTime(), id);
}

beforeAll(async () => {
  gateway = await startTestGateway({ engineName: 'local' });
  await storeFlow(gateway, flow('ask', `${approval}, timeout: 48h`));
  await storeFlow(gateway, flow('cleans', `${approval}, timeout: 48h`, clean));
  const form = 'inputs: [{id: keep, type: STRING, defaults: nothing}], on_timeout: APPROVE, timeout: 8h';
  await storeFlow(gateway, flow('goes-on', `${approval}, ${form}`));
  await storeFlow(gateway, flow('two', `${approval}, approvers: {users: [ada, bob], count: 2}`, clean));
  await storeFlow(gateway, flow('soak', `${wait}, for: 2h`));
  await storeFlow(gateway, flow('window', `${wait}, until: "2026-01-31T18:00:00+01:00"`));
  await storeFlow(gateway, flow('signalled', `${wait}, signal: tests-done, timeout: 6h, ${schema}`));
});
afterAll(() => gateway.stop());

describe('a timeout', () => {
  it('rejects an approval, which fails the execution', async () => {
    const record = await waitingExecution(gateway, 'shop/ask');
    await endDue();
    expect((await read(record.id)).waitingFor).toBeDefined();
    await letItPass(record);
    await Promise.all([endDue(), endDue()]);
    expect(await read(record.id)).toMatchObject({
      state: 'FAILED',
      reason: 'Task release failed: nobody decided within 48h',
      endedWaits: [{ decision: 'REJECT', by: [] }],
    });
    expect((await approve(record.id).expect(409)).body).toMatchObject({ decision: 'REJECT', decidedBy: '' });
  });

  it('approves with the defaults of the form if the task says so', async () => {
    const record = await waitingExecution(gateway, 'shop/goes-on');
    await letItPass(record);
    await endDue();
    expect((await read(record.id)).state).toBe('QUEUED');
    expect((await gateway.ports.store.carried(record.id))?.outputs['release']).toMatchObject({
      keep: 'nothing',
      decision: 'APPROVE',
      approver: '',
    });
  });

  it('and a decision at the same moment give one result', async () => {
    for (let round = 0; round < 20; round++) {
      const record = await waitingExecution(gateway, 'shop/goes-on');
      await letItPass(record);
      const [answer] = await Promise.all([approve(record.id), endDue()]);
      const { endedWaits = [], history } = await read(record.id);
      expect(endedWaits).toHaveLength(1);
      expect(history.map(({ state }) => state)).toEqual(['CREATED', 'RUNNING', 'QUEUED']);
      expect(answer.status).toBe(endedWaits[0]!.by.length === 1 ? 202 : 409);
    }
  });
});

describe('a wait for a time', () => {
  it('ends by the clock of the store', async () => {
    const record = await waitingExecution(gateway, 'shop/soak', { texts: { for: '2h' } });
    expect(record.waitingFor).toMatchObject({ kind: 'time' });
    const { since, until = '' } = record.waitingFor!;
    expect(Date.parse(until) - Date.parse(since)).toBe(2 * 3600 * 1000);
    expect((await approve(record.id).expect(409)).body.detail).toContain(`it waits for the time ${until}`);
    await letItPass(record);
    await endDue();
    expect(await read(record.id)).toMatchObject({
      state: 'QUEUED',
      segment: { ended: { state: 'SUCCESS' } },
      tasks: [{ state: 'SUCCESS' }],
    });
  });

  it('ends at once if it is over', async () => {
    const record = await waitingExecution(gateway, 'shop/window', { texts: { until: '2026-01-31T18:00:00+01:00' } });
    expect(record.waitingFor?.until).toBe('2026-01-31T17:00:00.000Z');
    await endDue();
    expect((await read(record.id)).state).toBe('QUEUED');
  });

  it('fails the task if its text is wrong', async () => {
    const record = await waitingExecution(gateway, 'shop/soak', { texts: { for: 'soon' } });
    expect(record).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('Task release failed: "for" must be'),
    });
  });
});

describe('a signal', () => {
  const send = (id: string, body: unknown, name = 'tests-done') =>
    post(`/executions/${id}/signals/${name}`, body as object);
  const body = { passed: true, count: 3, log: { lines: [1] }, day: '2026-02-28', more: 'ignored' };

  it('ends its wait with the declared fields that it has, once', async () => {
    const { id } = await waitingExecution(gateway, 'shop/signalled', { texts: {} });
    await send(id, body, 'other').expect(409);
    const answers = await Promise.all([send(id, body), send(id, body), send(id, body)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    expect((await send(id, body).expect(409)).body).toMatchObject({ type: 'urn:flowgate:problem:not-waiting' });
    expect((await gateway.ports.store.carried(id))?.outputs['release']).toEqual({
      passed: 'true',
      count: '3',
      log: '{"lines":[1]}',
      day: '2026-02-28',
    });
    expect((await read(id)).endedWaits?.[0]).toMatchObject({
      kind: 'signal',
      signal: 'tests-done',
      by: [{ by: 'ada' }],
    });
  });

  it('names the fields that are wrong, and is not too large', async () => {
    const { id } = await waitingExecution(gateway, 'shop/signalled', { texts: {} });
    const answer = await send(id, { passed: 'yes', count: 1.5, day: '2026-02-30' }).expect(422);
    expect(answer.body.errors.map((error: { input_id: string }) => error.input_id)).toEqual([
      'passed',
      'count',
      'log',
      'day',
    ]);
    await send(id, { ...body, log: 'x'.repeat(2 * 1024 * 1024) }).expect(413);
    await send(id, { ...body, log: 'x'.repeat(200 * 1024) }).expect(422);
    await send(id, ['passed']).expect(400);
    expect((await read(id)).waitingFor).toBeDefined();
  });

  it('that comes before the wait is rejected, and one that never comes fails the task', async () => {
    const started = await post('/flows/shop/signalled/executions').expect(202);
    const early = await send(started.body.id, body).expect(409);
    expect(early.body.detail).toContain('it is CREATED and waits for nothing');
    const record = await endAtWait(gateway, started.body.id, { texts: {} });
    await letItPass(record);
    await endDue();
    expect((await read(record.id)).reason).toBe('Task release failed: no signal tests-done arrived within 6h');
  });
});

describe('an execution that waits', () => {
  it('is stopped at once, or goes on with its final tasks', async () => {
    const ends = await waitingExecution(gateway, 'shop/ask');
    const { body } = await post(`/executions/${ends.id}/stop`).expect(202);
    expect(body).toMatchObject({ state: 'KILLED', reason: 'Stopped by ada.', tasks: [{ state: 'KILLED' }] });
    const cleans = await waitingExecution(gateway, 'shop/cleans');
    await post(`/executions/${cleans.id}/stop`).expect(202);
    expect(await read(cleans.id)).toMatchObject({ state: 'QUEUED', segment: { ended: { state: 'KILLED' } } });
    await approve(cleans.id).expect(409);
  });

  it('gets one end from a stop and decisions at the same moment', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await waitingExecution(gateway, 'shop/two');
      const answers = await Promise.all([
        approve(id, 'ada'),
        post(`/executions/${id}/stop`, {}, 'bob'),
        approve(id, 'bob'),
      ]);
      expect(answers[1].status).toBe(202);
      const { endedWaits, waitingFor, segment } = await read(id);
      expect(waitingFor).toBeUndefined();
      expect(endedWaits).toHaveLength(1);
      const isApproved = endedWaits![0]!.decision === 'APPROVE';
      expect(segment?.ended?.state).toBe(isApproved ? 'SUCCESS' : 'KILLED');
    }
  });

  it('ends at its wait if it was to stop before', async () => {
    const started = await post('/flows/shop/cleans/executions').expect(202);
    await told(gateway.ports, started.body.id, { name: 'stopAsked', by: 'bob' });
    const record = await endAtWait(gateway, started.body.id);
    expect(record).toMatchObject({ state: 'QUEUED', segment: { number: 2, ended: { state: 'KILLED' } } });
  });

  it('begins each wait once, also if an engine reports it again', async () => {
    const record = await waitingExecution(gateway, 'shop/cleans');
    const end = {
      task: 'release',
      texts: {},
      tasks: [],
      carried: { outputs: {}, files: [] },
      elapsed: 0,
      hasWarning: false,
      logBytes: 0,
    };
    const again = async () => {
      for (const known of [record, { ...record, segment: undefined }]) await gateway.services.waits.begin(known, end);
    };
    await again();
    expect(await read(record.id)).toEqual(record);
    expect(record.segment?.number).toBe(2);
    await approve(record.id).expect(202);
    await again();
    expect(await read(record.id)).toMatchObject({ state: 'QUEUED', tasks: [{ state: 'SUCCESS' }] });
  });

  it('cannot be deleted, and goes on with its own definition if its flow is deleted', async () => {
    await storeFlow(gateway, flow('gone', `${approval}, timeout: 48h`, clean));
    const { id } = await waitingExecution(gateway, 'shop/gone');
    await request(gateway.app).delete(`/executions/${id}`).set(as('ada')).expect(409);
    await request(gateway.app).delete('/flows/shop/gone').set(as('ada')).expect(204);
    await approve(id).expect(202);
    expect((await read(id)).state).toBe('QUEUED');
  });

  it('gets one end from two gateways on one Redis', async () => {
    const { ports, services, redis } = gateway;
    const connection = connectRedisOnce({ socketPath: redis.server.socketPath });
    const store = new RedisExecutionStore(connection);
    const parts = {
      ...ports,
      store,
      life: new ExecutionLife({ ...ports, store, now: () => new Date() }),
      engines: services.engines,
      preparation: services.preparation,
      patterns: gateway.parts.patterns,
    };
    const other = new WaitService(parts);
    const otherDue = new DueWaits({
      ...parts,
      waits: other,
      childExecutions: { advance: async () => undefined },
      report: () => undefined,
    });
    for (let round = 0; round < 20; round++) {
      const record = await waitingExecution(gateway, 'shop/cleans');
      await letItPass(record);
      const latest = await read(record.id);
      const over = new AbortController().signal;
      const ends = await Promise.all([
        services.waits.end(latest, {
          end: { state: 'SUCCESS' },
          decision: 'APPROVE',
          outputs: { decision: 'APPROVE' },
        }),
        other.end(latest, { end: { state: 'FAILED', reason: 'rejected by bob' }, decision: 'REJECT' }),
        otherDue.endDue(over),
        services.dueWaits.endDue(over),
      ]);
      const { endedWaits, segment, history } = await read(record.id);
      expect(endedWaits).toHaveLength(1);
      expect(history.map(({ state }) => state)).toEqual(['CREATED', 'RUNNING', 'QUEUED']);
      expect(ends.filter((end) => end === true).length).toBeLessThanOrEqual(1);
      const outputs = (await store.carried(record.id))?.outputs ?? {};
      expect(Object.keys(outputs)).toEqual(segment?.ended?.state === 'SUCCESS' ? ['release'] : []);
    }
    connection.disconnect();
  });

  it('is counted by kind', async () => {
    await waitingExecution(gateway, 'shop/soak', { texts: { for: '2h' } });
    const { text } = await request(gateway.app).get('/metrics').expect(200);
    expect(text).toMatch(/flowgate_waiting_executions\{kind="time"\} [1-9]/);
    const listed = await request(gateway.app).get('/executions?waiting_for=time&waiting_for=signal').expect(200);
    expect(new Set(listed.body.executions.map((each: ExecutionRecord) => each.waitingFor?.kind))).toContain('time');
    expect(listed.body.executions.every((each: ExecutionRecord) => each.state === 'RUNNING')).toBe(true);
  });
});
