import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tick } from '../../../src/store/triggers/schedule.ts';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

let running: RunningGateway;
const app = () => running.gateway.app;
const asAda = (sent: Test) => sent.set('x-oidc-sub', 'ada');
const fire = (tick: Tick) => running.gateway.services.schedules.processTick(tick);
const executionsOf = async (flow: string) =>
  (await request(app()).get(`/executions?flow_id=${flow}`).expect(200)).body.executions;
const schedules = async () =>
  (await running.gateway.triggers.schedules.list())
    .map(({ flow, triggerId, cron }) => `${flow.id} ${triggerId} ${cron}`)
    .toSorted();

interface FlowOptions {
  readonly inputs?: string;
  readonly trigger?: string;
  readonly more?: string;
}

/** Stores a flow with the schedule `nightly`. */
async function store(id: string, { inputs = '{}', trigger = '', more = '' }: FlowOptions = {}): Promise<void> {
  const sections = `inputs:\n  - {id: branch, type: STRING, defaults: main}\n  - {id: count, type: INT, required: false}\n${more}triggers:\n  - {id: nightly, type: schedule, cron: "0 2 * * *", inputs: ${inputs}${trigger}}\n`;
  await running.store(plannedFlow({ tasks: [{ path: 'greet' }] }, { id, more: sections }));
}

function tickOf(id: string, at = new Date()): Tick {
  return { flow: { namespace: 'examples', id }, triggerId: 'nightly', cron: '0 2 * * *', timezone: 'UTC', at };
}

beforeAll(async () => {
  running = await startRunningGateway();
});
afterAll(() => running.stop());

describe('a tick', () => {
  it('starts the latest revision with the values of the trigger', async () => {
    await store('plain');
    await store('plain', { inputs: '{branch: "\\\\{{ release }}", count: 3}' });
    expect(await fire(tickOf('plain'))).toBe('started');
    const [execution] = await executionsOf('plain');
    expect(execution).toMatchObject({
      actor: 'schedule:nightly',
      trigger: { id: 'nightly', type: 'schedule' },
      revision: 2,
      inputs: { branch: '{{ release }}', count: 3 },
    });
    await running.until(execution.id, 'SUCCESS');
  });

  it('starts one execution, even with several gateways', async () => {
    await store('once');
    const at = new Date();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => fire(tickOf('once', at))));
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'started'));
    await store('once', { inputs: '{branch: other}' });
    await fire(tickOf('once', at));
    expect(await executionsOf('once')).toHaveLength(1);
    await fire(tickOf('once', new Date(at.getTime() + 1_000)));
    expect(await executionsOf('once')).toHaveLength(2);
  });

  it('is not repeated if it was missed', async () => {
    await store('late');
    expect(await fire(tickOf('late', new Date(Date.now() - 61_000)))).toBe('missed');
    expect(await fire(tickOf('late', new Date(Date.now() - 30_000)))).toBe('started');
    expect(await executionsOf('late')).toHaveLength(1);
  });

  it('starts nothing before it is due, and one execution when the clock was ahead and the time comes again', async () => {
    await store('ahead');
    const at = new Date(Date.now() + 2 * 60 * 60 * 1000);
    expect(await fire(tickOf('ahead', at))).toBe('early');
    expect(await executionsOf('ahead')).toEqual([]);
    const soon = new Date(Date.now() + 30_000);
    expect([await fire(tickOf('ahead', soon)), await fire(tickOf('ahead', soon))]).toEqual(['started', 'started']);
    expect(await executionsOf('ahead')).toHaveLength(1);
  });

  it('starts nothing for a schedule that was removed from the flow', async () => {
    await store('changing');
    const changes: (() => Promise<unknown>)[] = [
      () => store('changing', { trigger: ', disabled: true' }),
      () => store('changing', { trigger: ', timezone: Europe/Berlin' }),
      () => store('changing', { more: 'disabled: true\n' }),
      () => running.store(plannedFlow({ tasks: [] }, { id: 'changing' })),
      () => asAda(request(app()).delete('/flows/examples/changing')).expect(204),
      () => asAda(request(app()).delete('/flows/examples/changing?purge=true')).expect(204),
    ];
    for (const change of changes) {
      await change();
      expect(await fire(tickOf('changing'))).toBe('stale');
    }
    expect(await executionsOf('changing')).toEqual([]);
  });
});

describe('while executions of a schedule are pending', () => {
  it('there are at most ten, and skipped ticks are reported', async () => {
    await store('held', { more: 'concurrency: {limit: 1, behavior: QUEUE}\n' });
    const at = new Date();
    const tick = (second: number) => fire(tickOf('held', new Date(at.getTime() - second * 1_000)));
    const status = async () => (await request(app()).get('/flows/examples/held/triggers').expect(200)).body.triggers[0];
    await running.gateway.redis.redis.sadd(
      '{flowgate}:executions:slots:examples/held',
      'an execution that does not end',
    );
    expect(await status()).toMatchObject({ pending: 0 });
    for (let second = 20; second > 10; second--) expect(await tick(second)).toBe('started');
    expect(await tick(2)).toBe('skipped');
    expect(await tick(1)).toBe('skipped');
    expect(await executionsOf('held')).toHaveLength(10);
    expect(await status()).toMatchObject({
      pending: 10,
      lastSkippedAt: new Date(at.getTime() - 1_000).toISOString(),
      lastSkippedReason: '10 executions of the schedule were pending.',
    });
    const [execution] = await executionsOf('held');
    await asAda(request(app()).post(`/executions/${execution.id}/stop`));
    await running.until(execution.id, 'KILLED');
    expect(await status()).toMatchObject({ pending: 9 });
    expect(await tick(0)).toBe('started');
  });
});

describe('a schedule with conditions', () => {
  const status = async (path: string) =>
    (await request(app()).get(`/flows/${path}/triggers`).expect(200)).body.triggers.at(-1);

  it('starts nothing while one is false, and reports the skipped tick', async () => {
    const conditions =
      ', conditions: [{type: filter, field: inputs.branch, value: [main, release]}, "inputs.count == null or inputs.count > 2"]';
    const at = new Date();
    for (const inputs of ['{branch: draft}', '{count: 2}']) {
      await store('conditional', { inputs, trigger: conditions });
      expect(await fire(tickOf('conditional', at))).toBe('skipped');
      const reason = inputs.includes('draft')
        ? 'inputs.branch in ["main","release"]'
        : 'inputs.count == null or inputs.count > 2';
      expect(await status('examples/conditional')).toMatchObject({
        pending: 0,
        lastSkippedAt: at.toISOString(),
        lastSkippedReason: `The condition was not met: ${reason}`,
      });
    }
    expect(await executionsOf('conditional')).toEqual([]);
    await store('conditional', { inputs: '{branch: release, count: 3}', trigger: conditions });
    expect(await fire(tickOf('conditional', at))).toBe('started');
    expect(await executionsOf('conditional')).toHaveLength(1);
  });

  it('and a webhook accept filters as written for another installation', async () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../spec/dialect/groups-and-filters.yaml'),
      'utf8',
    ).replace('dev.acme.', 'dev.vendor.');
    const { body } = await request(app())
      .post('/flows/validate')
      .set('Content-Type', 'application/x-yaml')
      .send(source)
      .expect(200);
    expect(body).toEqual({ valid: true, errors: [], warnings: [] });
    await running.store(source);
    const hook = '/hooks/dialect.triggers/groups-and-filters/pushed';
    const { body: made } = await asAda(
      request(app()).post('/flows/dialect.triggers/groups-and-filters/triggers/pushed/key'),
    ).expect(201);
    const call = (delivery: object) => request(app()).post(hook).set('X-Flowgate-Key', made.key).send(delivery);
    expect((await call({ event: 'tag', branch: 'main' }).expect(200)).body).toEqual({
      execution: null,
      reason: 'The condition "body.event == \\"push\\"" is false.',
    });
    const { body: started } = await call({ event: 'push', branch: 'draft' }).expect(202);
    expect(await running.read(started.id)).toMatchObject({
      actor: 'webhook:pushed',
      inputs: { branch: 'draft' },
    });
    const tick = {
      flow: { namespace: 'dialect.triggers', id: 'groups-and-filters' },
      triggerId: 'nightly',
      cron: '0 3 * * *',
      timezone: 'UTC',
      at: new Date(),
    };
    expect(await fire(tick)).toBe('started');
    await running.store(source.replace('defaults: main', 'defaults: draft'));
    expect(await fire(tick)).toBe('skipped');
    expect(await status('dialect.triggers/groups-and-filters')).toMatchObject({
      lastSkippedReason: 'The condition was not met: inputs.branch == "main"',
    });
  });
});

describe('a flow that cannot be started', () => {
  it.each([
    ['values that do not fit', { more: '  - {id: needed, type: STRING}\n' }, 'needed: A value is required.'],
    [
      'a check that blocks',
      { more: 'checks:\n  - {condition: "inputs.branch == \'x\'", message: Never.}\n' },
      'Never.',
    ],
    [
      'a called flow that is not there',
      {
        more: 'errors:\n  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: nowhere}\n',
      },
      'nowhere',
    ],
  ])('because of %s is recorded as a failed execution', async (_, options, reason) => {
    await store('failing', options);
    const at = new Date();
    expect(await fire(tickOf('failing', at))).toBe('failed');
    await fire(tickOf('failing', at));
    const [execution, ...others] = await executionsOf('failing');
    expect(execution).toMatchObject({
      state: 'FAILED',
      actor: 'schedule:nightly',
      trigger: { id: 'nightly', type: 'schedule' },
      reason: expect.stringContaining(reason),
    });
    expect(execution.reason).toContain('The schedule nightly could not start the flow.');
    expect(others).toEqual([]);
    await asAda(request(app()).delete('/flows/examples/failing?purge=true')).expect(204);
    await running.gateway.ports.store.remove(execution.id);
  });
});

describe('a flow that keeps failing', () => {
  it('keeps only its newest failures', async () => {
    await store('hopeless', { more: '  - {id: needed, type: STRING}\n' });
    const at = Date.now();
    for (let second = 25; second > 0; second--)
      expect(await fire(tickOf('hopeless', new Date(at - second * 1_000)))).toBe('failed');
    expect(await executionsOf('hopeless')).toHaveLength(20);
  });
});

describe('schedulers', () => {
  const keepAll = () => running.gateway.services.scheduleKeeper.keepAll();

  it('follow the flow', async () => {
    await store('followed');
    expect(await schedules()).toContain('followed nightly 0 2 * * *');
    await running.store(
      plannedFlow(
        { tasks: [] },
        {
          id: 'followed',
          more: 'triggers:\n  - {id: nightly, type: schedule, cron: "@daily"}\n  - {id: off, type: schedule, cron: "@daily", disabled: true}\n',
        },
      ),
    );
    expect((await schedules()).filter((line) => line.startsWith('followed'))).toEqual(['followed nightly @daily']);
    await asAda(request(app()).delete('/flows/examples/followed')).expect(204);
    await keepAll();
    expect((await schedules()).filter((line) => line.startsWith('followed'))).toEqual([]);
    await asAda(request(app()).post('/flows/examples/followed/revisions/1/restore')).expect(200);
    expect(await schedules()).toContain('followed nightly 0 2 * * *');
    await asAda(request(app()).delete('/flows/examples/followed?purge=true')).expect(204);
    await asAda(request(app()).post('/import'))
      .set('Content-Type', 'application/x-yaml')
      .send(
        plannedFlow(
          { tasks: [] },
          { id: 'followed', more: 'triggers:\n  - {id: imported, type: schedule, cron: "@weekly"}\n' },
        ),
      )
      .expect(200);
    expect(await schedules()).toContain('followed imported @weekly');
  });

  it('are created later if the gateway crashed after storing the flow', async () => {
    await store('orphan');
    await running.gateway.triggers.schedules.remove([tickOf('orphan')]);
    await keepAll();
    expect(await schedules()).toContain('orphan nightly 0 2 * * *');
  });
});
