import request, { type Test } from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

const maxPending = 102;
const flow = { namespace: 'examples', id: 'held' };
let running: RunningGateway;
let key: string;
const app = () => running.gateway.app;
const asAda = (sent: Test) => sent.set('x-oidc-sub', 'ada');
const call = () => request(app()).post('/hooks/examples/held/pushed').set('X-Flowgate-Key', key).send({});

beforeAll(async () => {
  running = await startRunningGateway({ maxPending });
  const more =
    'concurrency: {limit: 1, behavior: QUEUE}\ntriggers:\n  - {id: pushed, type: webhook}\n  - {id: nightly, type: schedule, cron: "0 2 * * *"}\n';
  await running.store(plannedFlow({ tasks: [] }, { id: 'held', more }));
  await running.gateway.redis.redis.sadd('{flowgate}:executions:slots:examples/held', 'an execution that does not end');
  key = (await asAda(request(app()).post('/flows/examples/held/triggers/pushed/key')).expect(201)).body.key;
});
afterAll(() => running.stop());

it('of a webhook and of a flow return 429 with Retry-After', async () => {
  for (let index = 0; index < 100; index++) await call().expect(202);
  const { body, headers } = await call().expect(429);
  expect(body).toMatchObject({
    type: 'urn:flowgate:problem:too-many-pending',
    detail: expect.stringContaining('100 pending executions of the trigger pushed'),
    limit: 100,
  });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  const { body: listed } = await request(app()).get('/flows/examples/held/triggers').expect(200);
  expect(listed.triggers[0]).toMatchObject({ id: 'pushed', pending: 100 });

  const first = await running.run({}, { flow: 'held', key: 'once' });
  await running.run({}, { flow: 'held' });
  const full = await running.run({}, { flow: 'held' });
  expect(full).toMatchObject({
    status: 429,
    body: {
      type: 'urn:flowgate:problem:too-many-pending',
      detail: expect.stringContaining(`${maxPending} pending executions of the flow examples/held`),
    },
  });
  expect(await running.run({}, { flow: 'held', key: 'once' }), 'what was accepted before').toMatchObject({
    status: 202,
    body: { id: first.body.id },
  });
  await asAda(request(app()).post(`/executions/${first.body.id}/replay`))
    .send({})
    .expect(429);

  const at = new Date();
  expect(
    await running.gateway.services.schedules.processTick({
      flow,
      triggerId: 'nightly',
      cron: '0 2 * * *',
      timezone: 'UTC',
      at,
    }),
  ).toBe('skipped');
  await asAda(request(app()).post(`/executions/${first.body.id}/stop`));
  await running.until(first.body.id, 'KILLED');
  expect(await running.run({}, { flow: 'held' })).toMatchObject({ status: 202 });
});
