import request, { type Response, type Test } from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nextTick } from '../../../src/store/triggers/next-tick.ts';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

let running: RunningGateway;
const app = () => running.gateway.app;
const asAda = (sent: Test) => sent.set('x-oidc-sub', 'ada');
const post = (path: string, body?: object) => asAda(request(app()).post(`/flows/examples/${path}`)).send(body);
const triggersOf = async (flow: string) =>
  (await asAda(request(app()).get(`/flows/examples/${flow}/triggers`)).expect(200)).body.triggers;
const executionsOf = async (flow: string) =>
  (await request(app()).get(`/executions?flow_id=${flow}`).expect(200)).body.executions;
const sourceOf = async (flow: string) =>
  (
    await asAda(request(app()).get(`/flows/examples/${flow}`))
      .set('accept', 'application/x-yaml')
      .buffer(true)
      .parse(asText)
  ).body;
const asText = (response: Response, done: (error: Error | null, text: string) => void) => {
  let text = '';
  response.on('data', (chunk) => (text += String(chunk))).on('end', () => done(null, text));
};
const hour = 60 * 60 * 1000;
/** The hour before this one, without minutes; `back` hours earlier. */
const hourAgo = (back = 0) => new Date(Math.floor(Date.now() / hour) * hour - (1 + back) * hour);

async function store(id: string, schedule = 'cron: "0 * * * *"', more = ''): Promise<void> {
  const sections = `inputs:\n  - {id: branch, type: STRING, defaults: main}\n  - {id: token, type: SECRET, required: false}\n${more}triggers:\n  # every hour\n  - id: hourly\n    type: schedule\n    ${schedule}\n  - {id: pushed, type: webhook}\n`;
  await running.store(plannedFlow({ tasks: [{ path: 'greet' }] }, { id, more: sections }));
}

beforeAll(async () => {
  running = await startRunningGateway();
});
afterAll(() => running.stop());

it('disables and enables a flow and its triggers in new revisions, and repeats none', async () => {
  await store('switched');
  const before = await sourceOf('switched');
  const disabled = await post('switched/disable').set('If-Match', '"1"').expect(200);
  expect(disabled.headers.etag).toBe('"2"');
  expect(disabled.body).toMatchObject({ revision: 2 });
  await post('switched/disable').set('If-Match', '"1"').expect(412);
  expect((await post('switched/disable').expect(200)).body).toMatchObject({ revision: 2 });
  await post('switched/enable').expect(200);
  expect(await sourceOf('switched')).toBe(before);

  await post('switched/triggers/hourly/disable').expect(200);
  expect(await sourceOf('switched')).toContain('  # every hour\n  - id: hourly\n    disabled: true\n');
  expect(await triggersOf('switched')).toMatchObject([{ disabled: true, laterTimes: [] }, { disabled: false }]);
  await post('switched/triggers/unknown/enable').expect(404);
  // Edits that meet are made one after the other.
  const both = await Promise.all([
    post('switched/triggers/hourly/enable'),
    post('switched/triggers/pushed/disable'),
    post('switched/disable'),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await triggersOf('switched')).toMatchObject([{ disabled: false }, { disabled: true }]);
  expect((await post('switched/triggers/hourly/run').expect(409)).body.type).toBe('urn:flowgate:problem:flow-disabled');
});

it('rejects an edit that would change more than the trigger', async () => {
  await running.store(
    plannedFlow(
      { tasks: [{ path: 'greet' }] },
      {
        id: 'shared',
        more: `triggers: [{id: pushed, type: webhook, disabled: &off false}]\ndisabled: *off\n`,
      },
    ),
  );
  const answer = await post('shared/triggers/pushed/disable').expect(409);
  expect(answer.body.type).toBe('urn:flowgate:problem:edit-not-possible');
});

it('runs a schedule now, whatever its conditions say', async () => {
  await store(
    'now',
    'cron: "0 * * * *"\n    disabled: true\n    conditions: ["inputs.branch == \'other\'"]\n    inputs: {branch: dev}',
  );
  const { body } = await post('now/triggers/hourly/run').set('Idempotency-Key', 'a').expect(202);
  expect(body).toMatchObject({ actor: 'ada', trigger: { id: 'hourly', type: 'schedule' }, inputs: { branch: 'dev' } });
  expect((await post('now/triggers/hourly/run').set('Idempotency-Key', 'a').expect(202)).body.id).toBe(body.id);
  const [hourly] = await triggersOf('now');
  expect(hourly).toMatchObject({ inputs: { branch: 'dev' }, conditions: ["inputs.branch == 'other'"] });
  expect(hourly.latest).toMatchObject([{ id: body.id }]);
  for (const action of ['run', 'backfill']) {
    const answer = await post(
      `now/triggers/pushed/${action}`,
      action === 'run' ? undefined : { from: hourAgo(2), to: hourAgo() },
    );
    expect([answer.status, answer.body.type]).toEqual([409, 'urn:flowgate:problem:not-a-schedule']);
  }
  const times = { from: hourAgo(2), to: hourAgo(), dryRun: true };
  const { ticks } = (await post('now/triggers/hourly/backfill', times).expect(200)).body;
  expect(ticks).toMatchObject([
    { outcome: 'skipped' },
    { outcome: 'skipped', reason: expect.stringContaining('other') },
  ]);
});

it('starts each missed tick once, also for two callers, after a part and after the tick itself', async () => {
  await store('missed');
  const backfill = (from: Date, to: Date, more = {}) => post('missed/triggers/hourly/backfill', { from, to, ...more });
  const outcomes = ({ body }: { body: { ticks: { at: string; outcome: string }[] } }) =>
    body.ticks.map(({ outcome }) => outcome);
  const [from, to] = [hourAgo(30), hourAgo(26)];
  expect(outcomes(await backfill(from, to, { dryRun: true }))).toEqual(Array.from({ length: 4 }, () => 'planned'));
  expect(await executionsOf('missed')).toEqual([]);
  // As if the process had died after the first two.
  expect(outcomes(await backfill(from, hourAgo(28)))).toEqual(['started', 'started']);
  const answers = await Promise.all([backfill(from, to), backfill(from, to), backfill(from, to)]);
  for (const answer of answers) expect(outcomes(answer).slice(0, 2)).toEqual(['exists', 'exists']);
  expect(outcomes(await backfill(from, to))).toEqual(Array.from({ length: 4 }, () => 'exists'));
  const executions = await executionsOf('missed');
  expect(executions.map(({ trigger }: { trigger: { at: string } }) => trigger.at).toSorted()).toEqual(
    [30, 29, 28, 27].map((back) => hourAgo(back).toISOString()),
  );
  expect(executions[0]).toMatchObject({ actor: 'schedule:hourly' });
  expect((await triggersOf('missed'))[0].latest).toHaveLength(4);

  const removed = executions[0];
  await running.until(removed.id, 'SUCCESS');
  await asAda(request(app()).delete(`/executions/${removed.id}`)).expect(204);
  expect((await triggersOf('missed'))[0].latest).toHaveLength(3);

  const many = await backfill(hourAgo(200), hourAgo()).expect(422);
  expect(many.body.detail).toContain('200 ticks');
  await backfill(hourAgo(31 * 24), hourAgo(31 * 24 - 1)).expect(422);
  await backfill(hourAgo(), hourAgo(1)).expect(422);
  expect(outcomes(await backfill(hourAgo(-3), hourAgo(-9)))).toEqual([]);
});

it('skips the rest when too many executions are pending', async () => {
  await store('full', undefined, 'concurrency: {limit: 1, behavior: QUEUE}\n');
  await running.gateway.redis.redis.sadd('{flowgate}:executions:slots:examples/full', 'an execution that does not end');
  const pending = Array.from({ length: 98 }, (_, index) => `pending-${index}`);
  await running.gateway.redis.redis.sadd('{flowgate}:executions:pending:examples/full/hourly', ...pending);
  const { body } = await post('full/triggers/hourly/backfill', { from: hourAgo(4), to: hourAgo() }).expect(200);
  expect(body.ticks).toMatchObject([
    { outcome: 'started', execution: { state: 'CREATED' } },
    { outcome: 'started' },
    { outcome: 'skipped', reason: expect.stringContaining('100') },
    { outcome: 'skipped', reason: expect.stringContaining('100') },
  ]);
});

it('saves, lists and deletes presets, which go with the flow when it is purged', async () => {
  await store('preset');
  const path = '/flows/examples/preset/presets';
  const save = (name: string, inputs: object) =>
    asAda(request(app()).put(`${path}/${encodeURIComponent(name)}`)).send({ inputs, labels: { team: 'a' } });
  const list = async () => (await asAda(request(app()).get(path)).expect(200)).body.presets;
  await save(' nightly ', { branch: 7 }).expect(200);
  await save('a', {}).expect(200);
  await save('nightly', { branch: 'dev' }).expect(200);
  expect(await list()).toMatchObject([
    { name: 'a' },
    { name: 'nightly', inputs: { branch: 'dev' }, labels: { team: 'a' }, savedBy: 'ada' },
  ]);
  const answer = await save('bad', { token: 'sesame', other: 1 }).expect(422);
  expect(answer.body.errors.map(({ input_id: id }: { input_id: string }) => id)).toEqual(['token', 'other']);
  expect(answer.text).not.toContain('sesame');
  await save('big', { branch: 'x'.repeat(70_000) }).expect(413);
  // To delete a preset with such a name, browsers would send a request that deletes the flow.
  for (const name of [' ', ' . ', ' .. ']) await save(name, {}).expect(400);
  for (let number = 2; number < 50; number++) await save(`n${number}`, {}).expect(200);
  expect((await save('one-more', {}).expect(409)).body.type).toBe('urn:flowgate:problem:too-many-presets');
  await asAda(request(app()).delete(`${path}/a`)).expect(204);
  await asAda(request(app()).delete(`${path}/a`)).expect(204);
  expect(await list()).toHaveLength(49);
  await asAda(request(app()).delete('/flows/examples/preset?purge=true')).expect(204);
  await asAda(request(app()).get(path)).expect(404);
  expect(await running.gateway.redis.redis.exists('{flowgate}:presets:examples/preset')).toBe(0);
});

it('the ticks to make up for are those of the zone, once in an hour that comes twice', async () => {
  const berlin = { triggerId: 'zone', cron: '0 0,2,3 * * *', timezone: 'Europe/Berlin' };
  const times: string[] = [];
  for (let at = new Date('2026-10-24T21:59:59.999Z'); times.length < 4;) {
    at = (await nextTick(berlin, at))!;
    times.push(at.toISOString());
  }
  expect(times).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T02:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});
