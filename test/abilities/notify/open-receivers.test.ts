import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReceiverFile } from '../../../src/abilities/notify/receiver-file.ts';
import { TestMailServer } from '../../support/mail-server.ts';
import { startLocalGateway, type GatewayOptions, type GatewayWithWorker } from '../../support/running-gateway.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const flow = (more: string, { id = 'deploy', namespace = 'web', command = 'true' } = {}) =>
  `id: ${id}\nnamespace: ${namespace}\ndescription: Deploys.\n${more}\ninputs:\n  - {id: key, type: SECRET, required: false}\n  - {id: command, type: STRING, defaults: '${command}'}\ntasks:\n  - {id: ship, ${shell}, commands: ['eval "$COMMAND"']}\n`;

let receiver: WebhookReceiver;
let mails: TestMailServer;
let running: GatewayWithWorker;

beforeEach(async () => {
  [receiver, mails] = await Promise.all([WebhookReceiver.start(), TestMailServer.start()]);
});

afterEach(async () => {
  await running.stop();
  await receiver.stop();
  await mails.stop();
});

async function start(file: Partial<ReceiverFile> = {}, delivery: GatewayOptions['delivery'] = {}): Promise<void> {
  const at = (path: string) => `${receiver.url}${path}`;
  running = await startLocalGateway({
    publicUrl: 'https://flowgate.example',
    receivers: {
      receivers: [
        { name: 'slack:web', kind: 'slack', namespaces: ['web', 'web.*'], url: at('/slack/T0KEN') },
        { name: 'teams:ops', kind: 'teams', namespaces: ['*'], url: at('/teams/T0KEN') },
        { name: 'url:audit', kind: 'url', namespaces: ['web'], url: at('/audit'), secrets: [] },
        { name: 'mail:oncall', kind: 'mail', namespaces: ['web'], to: ['oncall@example.org'] },
      ],
      mail: { host: '127.0.0.1', port: mails.port, from: 'flowgate@example.org', tls: 'none' },
      defaults: [],
      commitStatus: [],
      ...file,
    },
    delivery: { delays: [50, 50], pace: { delay: 50, interval: 50 }, ...delivery },
  });
}

async function runToEnd(inputs: Readonly<Record<string, string>> = {}, { id = 'deploy', namespace = 'web' } = {}) {
  const { body } = await running.run({ inputs }, { flow: id, namespace });
  return running.until(body.id, ({ endedAt }) => endedAt !== undefined);
}

const bodiesAt = (path: string) =>
  receiver.received.filter((each) => each.path.startsWith(path)).map(({ body }) => body);
async function untilAt(path: string, count: number): Promise<readonly string[]> {
  while (bodiesAt(path).length < count) await sleep(20);
  return bodiesAt(path);
}

it('tells of a failure with who, why, the task, its last lines and the link, each receiver in its own form', async () => {
  await start();
  const to = '["slack:web", "teams:ops", "mail:oncall", "url:audit"]';
  await running.store(flow(`notify: [{on: [FAILED], to: ${to}}]`));
  const failing = 'for i in $(seq 30); do echo "step $i <b> & @channel"; done; echo "key is $KEY"; exit 3';
  const { id } = await runToEnd({ key: 'hunter2-hunter2', command: failing });
  const url = `https://flowgate.example/ui/executions/${id}`;
  const [[slack = ''], [teams = ''], [event = ''], [mail]] = await Promise.all([
    untilAt('/slack', 1),
    untilAt('/teams', 1),
    untilAt('/audit', 1),
    mails.until(1),
  ]);
  for (const text of [slack, teams]) {
    expect(text).toContain('web/deploy #1');
    expect(text).toContain('Started by ada.');
    expect(text).toContain('Failed task: ship');
    expect(text).toContain('step 30');
    expect(text).not.toContain('step 3 ');
    expect(text).toContain(url);
  }
  expect(JSON.parse(slack).text).toContain('step 30 &lt;b&gt; &amp; @\u200bchannel');
  expect(mail).toMatchObject({ from: 'flowgate@example.org', to: ['oncall@example.org'] });
  expect(mail?.source).toContain('Subject: [Flowgate] web/deploy #1 failed');
  expect(mail?.source).toContain('step 30 &lt;b&gt; &amp; @channel');
  expect(JSON.parse(event)).toMatchObject({
    type: 'dev.flowgate.execution.failed',
    data: { id, state: 'FAILED', notification: { on: 'FAILED' } },
  });
  const all = [slack, teams, event, mail?.source, running.gateway.log.join()].join();
  expect(all).not.toContain('hunter2');
  expect(running.gateway.log.join()).not.toContain('T0KEN');
});

it('tells of the first success after a failure, of final states by their words, and of nothing else', async () => {
  await start();
  await running.store(
    flow('notify: [{on: [RECOVERED, SUCCESS], to: "slack:web"}, {on: [RECOVERED], to: "url:audit"}]'),
  );
  for (const command of ['exit 1', 'exit 1', 'true', 'true']) await runToEnd({ command });
  const [event] = await untilAt('/audit', 1);
  expect(JSON.parse(event!)).toMatchObject({
    type: 'dev.flowgate.execution.recovered',
    data: { state: 'SUCCESS', notification: { on: 'RECOVERED' } },
  });
  const told = () => bodiesAt('/slack').join();
  while (!/#4 succeeded|succeeded twice/.test(told()) && !told().includes('#4')) await sleep(20);
  expect(told()).toContain('succeeded again after a failure');
  expect(told()).not.toMatch(/failed/);
  expect(bodiesAt('/audit')).toHaveLength(1);
});

it('tells of an approval with its question and link, unless it was decided before', async () => {
  await start();
  await running.store(
    `${flow('notify: [{on: [WAITING], to: "teams:ops"}]')}  - {id: ask, type: dev.vendor.plugin.core.flow.Approval, message: Release it?}\n`,
  );
  const { body } = await running.run({}, { flow: 'deploy', namespace: 'web' });
  const [card] = await untilAt('/teams', 1);
  expect(card).toContain('web/deploy #1 waits for an approval');
  expect(card).toContain('Question: Release it?');
  expect(card).toContain(`/ui/executions/${body.id}`);
});

it('uses the defaults of the narrowest namespace, which a flow switches off with an empty list', async () => {
  const notify = (to: string) => [{ on: ['SUCCESS'] as const, to: [to] }];
  await start({
    defaults: [
      { namespaces: ['*'], notify: notify('teams:ops') },
      { namespaces: ['web'], notify: notify('slack:web') },
    ],
  });
  await running.store(flow('labels: {}'));
  await running.store(flow('notify: []', { id: 'quiet' }));
  await running.store(flow('labels: {}', { namespace: 'data' }));
  await runToEnd({}, { id: 'quiet' });
  await runToEnd();
  await runToEnd({}, { namespace: 'data' });
  expect((await untilAt('/slack', 1))[0]).toContain('web/deploy');
  expect((await untilAt('/teams', 1))[0]).toContain('data/deploy');
  await sleep(200);
  expect(receiver.received.map(({ body }) => body).join()).not.toContain('quiet');
  expect(receiver.received).toHaveLength(2);
});

it('warns of a receiver that the namespace does not have, when a flow is stored and when it ends', async () => {
  await start();
  const text = flow('notify: [{on: [SUCCESS], to: ["slack:web", "mail:oncall"]}]', { namespace: 'web.shop' });
  const { body } = await request(running.gateway.app)
    .post('/flows')
    .set('x-oidc-sub', 'ada')
    .set('Content-Type', 'application/x-yaml')
    .send(text)
    .expect(201);
  expect(body.warnings).toContainEqual(
    expect.objectContaining({ code: 'unknown-receiver', message: expect.stringContaining('"mail:oncall"') }),
  );
  await runToEnd({}, { namespace: 'web.shop' });
  await untilAt('/slack', 1);
  expect(mails.received).toEqual([]);
  const warned = running.gateway.log.filter((line) => line.includes('the namespace of a flow has no such receiver'));
  expect(warned.join()).toContain('mail:oncall');
});

it('makes one message of many failures, with counts and the first links', async () => {
  await start({}, { pace: { delay: 1500, interval: 60_000 } });
  const notify = 'notify: [{on: [FAILED, RECOVERED], to: ["slack:web", "mail:oncall"]}]';
  for (const id of ['deploy', 'test']) await running.store(flow(notify, { id }));
  await Promise.all(
    ['deploy', 'deploy', 'deploy', 'deploy', 'test', 'test'].map((id) => runToEnd({ command: 'exit 1' }, { id })),
  );
  const [slack] = await untilAt('/slack', 1);
  const [mail] = await mails.until(1);
  expect(mail?.source).toContain('Subject: [Flowgate] 6 notifications: web/deploy failed 4 times, and 1');
  expect(JSON.parse(slack!).text).toContain('- web/deploy failed 4 times\n- web/test failed twice');
  expect(slack?.match(/\|web\/\w+ #\d>/g)).toHaveLength(5);
  await sleep(300);
  expect([bodiesAt('/slack').length, mails.received.length]).toEqual([1, 1]);
});

it('delivers once what the relay moves again', async () => {
  await start();
  await running.store(flow('notify: [{on: [SUCCESS], to: ["slack:web", "url:audit"]}]'));
  const { id } = await runToEnd();
  await Promise.all([untilAt('/slack', 1), untilAt('/audit', 1)]);
  const again = ['RUNNING', 'SUCCESS'].map((state, index) => `${id} ${index + 3} ${state} web`);
  await running.gateway.redis.redis.rpush('{flowgate}:executions:state-events', ...again);
  while ((await running.gateway.redis.redis.llen('{flowgate}:executions:state-events')) > 0) await sleep(20);
  await sleep(500);
  expect(receiver.received).toHaveLength(2);
});

it('repeats what a receiver does not take, without the address in the log', async () => {
  await start({}, { delays: [20] });
  receiver.answer = (response) => response.writeHead(404).end('no_service');
  await running.store(flow('notify: [{on: [SUCCESS], to: "slack:web"}]'));
  await runToEnd();
  const given = () => running.gateway.log.filter((line) => line.includes('notification given up'));
  while (given().length === 0) await sleep(20);
  expect(receiver.received).toHaveLength(2);
  expect(JSON.parse(given()[0]!)).toMatchObject({ receiver: 'slack:web', reason: 'The receiver answered 404' });
  expect(running.gateway.log.join()).not.toContain('T0KEN');
});

it('tells once of an execution that has not ended in time, and of none that ended before', async () => {
  let ahead = 0;
  await start({}, { now: () => new Date(Date.now() + ahead) });
  await running.store(flow('notify: [{on: [LATE], after: 1h, to: ["slack:web", "url:audit"]}]'));
  const before = await runToEnd();
  const end = join(running.gateway.dataFolder, 'end');
  const command = `while [ ! -e ${end} ]; do sleep 0.1; done`;
  const { body } = await running.run({ inputs: { command } }, { flow: 'deploy', namespace: 'web' });
  await running.until(body.id, 'RUNNING');
  const expected = () => running.gateway.redis.redis.zcard('{flowgate}:executions:late');
  while ((await expected()) < 2) await sleep(20);
  expect(receiver.received).toEqual([]);
  ahead = 2 * 60 * 60 * 1000;
  const [event] = await untilAt('/audit', 1);
  expect(JSON.parse(event!)).toMatchObject({
    id: `${body.id}-late-3600`,
    type: 'dev.flowgate.execution.late',
    data: { id: body.id, state: 'RUNNING', notification: { on: 'LATE', after: '1h' } },
  });
  expect((await untilAt('/slack', 1))[0]).toContain('has not ended after 1h');
  while ((await expected()) > 0) await sleep(20);
  writeFileSync(end, '');
  await running.until(body.id, 'SUCCESS');
  await sleep(300);
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received.map((each) => each.body).join()).not.toContain(before.id);
});

describe('the state of receivers', () => {
  const system = async () => (await request(running.gateway.app).get('/system').expect(200)).body;
  const test = (name: string, namespace = 'web') =>
    request(running.gateway.app)
      .post(`/namespaces/${namespace}/receivers/${encodeURIComponent(name)}/test`)
      .set('x-oidc-sub', 'ada');

  it('has what was sent, what failed and when the next attempt is due, without addresses', async () => {
    await start({}, { delays: [60_000] });
    receiver.answer = (response, { path }) => response.writeHead(path.startsWith('/slack') ? 500 : 200).end();
    await running.store(flow('notify: [{on: [SUCCESS], to: ["slack:web", "teams:ops"]}]'));
    await runToEnd();
    const ofName = async (name: string) =>
      (await system()).receivers.find((each: { readonly name: string }) => each.name === name);
    while ((await ofName('teams:ops')).sent === 0 || (await ofName('slack:web')).lastFailure === undefined)
      await sleep(20);
    expect(await ofName('teams:ops')).toEqual({
      name: 'teams:ops',
      namespaces: ['*'],
      sent: 1,
      pending: 0,
      waiting: 0,
      failed: 0,
      lastSentAt: expect.any(String),
    });
    const failing = await ofName('slack:web');
    expect(failing).toMatchObject({
      sent: 0,
      pending: 1,
      lastFailure: { at: expect.any(String), reason: 'The receiver answered 500' },
    });
    expect(Date.parse(failing.nextAttemptAt) - Date.now()).toBeGreaterThan(40_000);
    expect(JSON.stringify(await system())).not.toContain('T0KEN');
    const { text } = await request(running.gateway.app).get('/metrics');
    expect(text).toContain('flowgate_notifications_waiting{receiver="slack:web"} 1');
  });

  it('is shown to a test message, which is sent at once, and not again for a few seconds', async () => {
    await start({}, { pace: { delay: 60_000, interval: 60_000 } });
    for (const name of ['slack:web', 'teams:ops', 'url:audit', 'mail:oncall'])
      expect((await test(name).expect(200)).body).toEqual({ delivered: true });
    expect(bodiesAt('/slack')[0]).toContain('ada has tested whether messages arrive here.');
    expect(JSON.parse(bodiesAt('/audit')[0]!)).toMatchObject({ type: 'dev.flowgate.test', data: { actor: 'ada' } });
    expect(mails.received[0]?.source).toContain('Subject: [Flowgate] Test message of Flowgate');
    expect((await test('slack:web').expect(429)).body.type).toBe('urn:flowgate:problem:rate-limited');
    for (const path of [test('slack:none'), test('slack:web', 'data')])
      expect((await path.expect(404)).body.type).toBe('urn:flowgate:problem:receiver-not-found');
  });

  it('says why a receiver did not take a test message, without its address', async () => {
    await start();
    receiver.answer = (response) => response.writeHead(404).end('no_team');
    expect((await test('slack:web').expect(200)).body).toEqual({
      delivered: false,
      reason: 'The receiver answered 404',
    });
  });
});
