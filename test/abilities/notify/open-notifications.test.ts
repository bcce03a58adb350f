import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BullNotificationQueue } from '../../../src/abilities/notify/bull-notification-queue.ts';
import { removeFormerReceivers } from '../../../src/abilities/notify/redis-former-receivers.ts';
import type { EventReceiver } from '../../../src/base/config/event-receivers.ts';
import { loadConfiguration } from '../../../src/base/config/load-configuration.ts';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';
import { WebhookReceiver, type ReceivedWebhook } from '../../support/webhook-receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const older = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const flow = (command: string, namespace = 'examples') =>
  `id: hello\nnamespace: ${namespace}\nlabels: {team: greeters}\ninputs:\n  - {id: token, type: SECRET, required: false}\n  - {id: who, type: STRING, defaults: nobody-knows}\ntasks:\n  - {id: greet, ${shell}, commands: ['${command}']}\n`;

let receiver: WebhookReceiver;
let running: GatewayWithWorker;

beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});

afterEach(async () => {
  await running.stop();
  await receiver.stop();
});

const receiversOf = (url: string, events = 'all') =>
  loadConfiguration({
    FLOWGATE_NOTIFY_URL: url,
    FLOWGATE_NOTIFY_SECRET: `${secret},${older}`,
    FLOWGATE_NOTIFY_EVENTS: events,
  }).eventReceivers;

async function start(
  { url = `${receiver.url}/hook`, events = 'all' }: { readonly url?: string; readonly events?: string } = {},
  { delays = [50, 50], timeout = 10_000 }: { readonly delays?: readonly number[]; readonly timeout?: number } = {},
): Promise<void> {
  running = await startLocalGateway({
    publicUrl: 'https://flowgate.example',
    eventReceivers: receiversOf(url, events),
    delivery: { delays, timeout },
  });
}

async function runToEnd(command = 'true', namespace = 'examples') {
  await running.store(flow(command, namespace));
  const { body } = await running.run({ inputs: { token: 'a-very-secret-token' } }, { namespace });
  return running.until(body.id, ({ endedAt }) => endedAt !== undefined);
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: string;
  readonly data: { readonly id: string; readonly namespace: string };
}

const eventOf = ({ body }: ReceivedWebhook) => JSON.parse(body) as Event; // as the reference describes it
const eventsOf = (id: string) =>
  receiver.received
    .map(eventOf)
    .filter(({ data }) => data.id === id)
    .toSorted((left, right) => (left.sequence < right.sequence ? -1 : 1));
const metric = async (name: string) => {
  const { text } = await request(running.gateway.app).get('/metrics');
  return Number(new RegExp(`^${name}\\S* (\\S+)$`, 'm').exec(text)?.[1]);
};
const loggedOf = (message: string) => running.gateway.log.filter((line) => line.includes(message));

it('tells each change of state as a signed CloudEvent without values', async () => {
  await start();
  const execution = await runToEnd();
  await receiver.until(4);
  expect(eventsOf(execution.id).map(({ type, id, sequence }) => [type, id, sequence])).toEqual(
    ['created', 'queued', 'running', 'success'].map((state, index) => [
      `dev.flowgate.execution.${state}`,
      `${execution.id}-${index + 1}`,
      `000${index + 1}`,
    ]),
  );
  const [webhook] = receiver.received.filter((each) => each.body.includes('execution.success'));
  const { headers, body, path } = webhook!;
  expect(path).toBe('/hook');
  expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
  expect(eventOf(webhook!)).toMatchObject({
    specversion: '1.0',
    source: 'https://flowgate.example',
    subject: `executions/${execution.id}`,
    time: execution.endedAt,
    data: {
      namespace: 'examples',
      flowId: 'hello',
      state: 'SUCCESS',
      labels: { team: 'greeters' },
      url: `https://flowgate.example/executions/${execution.id}`,
    },
  });
  expect(receiver.received.map((each) => each.body).join()).not.toMatch(/secret|nobody-knows|\*\*\*\*/);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signatures = [secret, older].map((key) => {
    const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`;
  });
  expect(headers['webhook-signature']).toBe(signatures.join(' '));
  expect(headers['webhook-id']).toBe(`${execution.id}-4`);
});

it('repeats a delivery that fails, with the same ID and body, in order of attempts', async () => {
  await start({ events: 'ended' });
  const statuses = [500, 302];
  receiver.answer = (response) =>
    response.writeHead(statuses.shift() ?? 200, { location: `${receiver.url}/other` }).end('ok');
  const { id } = await runToEnd('exit 1');
  const [first, ...others] = await receiver.until(3);
  expect(eventOf(first!)).toMatchObject({
    type: 'dev.flowgate.execution.failed',
    data: { reason: expect.any(String) },
  });
  for (const other of others) {
    expect(other.path).toBe('/hook');
    expect(other.body).toBe(first!.body);
    expect(other.headers['webhook-id']).toBe(`${id}-4`);
  }
  while ((await metric('flowgate_notifications_waiting')) > 0) await sleep(20);
  expect(await metric('flowgate_notifications_given_up')).toBe(0);
});

it('gives up after the last attempt, and says so without the path of the receiver', async () => {
  await start({ events: 'ended' });
  receiver.answer = (response) => response.writeHead(503).end();
  const { id } = await runToEnd();
  await receiver.until(3);
  while (loggedOf('notification given up').length === 0) await sleep(20);
  expect(JSON.parse(loggedOf('notification given up')[0]!)).toMatchObject({
    receiver: receiver.url,
    event: `${id}-4`,
    reason: 'The receiver answered 503',
  });
  expect(running.gateway.log.join()).not.toContain('/hook');
  const { body } = await request(running.gateway.app).get('/system').set('x-oidc-sub', 'ada').expect(200);
  expect(body.receivers).toBeUndefined();
  while ((await metric('flowgate_notifications_given_up')) !== 1) await sleep(20);
  await sleep(200);
  expect(receiver.received).toHaveLength(3);
});

it('does not repeat what the receiver answers with 410 Gone', async () => {
  await start({ events: 'ended' });
  receiver.answer = (response) => response.writeHead(410).end();
  await runToEnd();
  while (loggedOf('notification given up').length === 0) await sleep(20);
  expect(receiver.received).toHaveLength(1);
});

it('runs executions as well while a receiver does not answer, or answers without end', async () => {
  await start({ events: 'ended' }, { delays: [10_000], timeout: 300 });
  receiver.answer = (response) => {
    if (receiver.received.length % 2 === 0) return;
    response.writeHead(200);
    const writing = setInterval(() => response.write('x'.repeat(10_000)), 5);
    response.on('close', () => clearInterval(writing));
  };
  for (let count = 0; count < 3; count++) expect((await runToEnd()).state).toBe('SUCCESS');
  await receiver.until(3);
  while ((await metric('flowgate_notifications_waiting')) !== 1) await sleep(20);
});

it('holds up no other receiver', async () => {
  const other = await WebhookReceiver.start();
  receiver.answer = () => undefined;
  await start({ url: `${receiver.url},${other.url}`, events: 'ended' }, { timeout: 300 });
  for (let count = 0; count < 8; count++) await runToEnd();
  expect(await other.until(8)).toHaveLength(8);
  await other.stop();
});

it('sends the events of a namespace to the receivers of its narrowest pattern', async () => {
  const entries = ['*=/all', 'robotics.*=/below', 'robotics=/exact', 'robotics=/second'];
  await start({ url: entries.map((entry) => entry.replace('=', `=${receiver.url}`)).join(), events: 'ended' });
  for (const namespace of ['robotics', 'robotics.arm', 'other']) await runToEnd('true', namespace);
  const pairs = (await receiver.until(4)).map((each) => `${each.path} ${eventOf(each).data.namespace}`);
  expect(pairs.toSorted()).toEqual(['/all other', '/below robotics.arm', '/exact robotics', '/second robotics']);
});

it('tells an execution that ends as it is created', async () => {
  await start();
  await running.store(`${flow('sleep 60')}concurrency: {limit: 1, behavior: FAIL}\n`);
  await running.run();
  const second = await running.run();
  expect(second.body.state).toBe('FAILED');
  while (eventsOf(second.body.id).length < 2) await sleep(20);
  expect(eventsOf(second.body.id).map(({ type }) => type.split('.').at(-1))).toEqual(['created', 'failed']);
});

it('removes the queue of a receiver that was not configured for a week, with its deliveries', async () => {
  await start();
  const { redis } = running.gateway.redis;
  const [{ queue: name }] = receiversOf('http://former.example/') as [EventReceiver];
  const queue = new BullNotificationQueue(name, redis);
  await queue.add(Array.from({ length: 1500 }, (_, index) => ({ id: `event-${index}`, body: '{}' })));
  const keys = () => redis.keys(`*notifications-${name}*`);
  const now = Date.now();
  const days = (count: number) => new Date(now + count * 24 * 60 * 60 * 1000);
  const current = receiversOf(`${receiver.url}/hook`).map((known) => known.queue);

  expect(await removeFormerReceivers(redis, new Set(current), days(0))).toEqual([]);
  // Some process has it again, and the week begins again.
  expect(await removeFormerReceivers(redis, new Set([...current, name]), days(6))).toEqual([]);
  expect(await removeFormerReceivers(redis, new Set(current), days(8))).toEqual([]);
  expect(await removeFormerReceivers(redis, new Set(current), days(14))).toEqual([]);
  expect((await keys()).length).toBeGreaterThan(1500);
  expect(await removeFormerReceivers(redis, new Set(current), days(16))).toEqual([name]);
  expect(await keys()).toEqual([]);
  expect(await redis.exists('{flowgate}:former-receivers')).toBe(0);
  expect(await redis.keys('*notifications-*:meta')).toHaveLength(1);
  await queue.close();
});
