import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BullDeliveryLane, usualDelivery } from '../../../src/abilities/notify/bull-delivery-lane.ts';
import { DeclaredReceivers } from '../../../src/abilities/notify/declared-receivers.ts';
import { EventRelay } from '../../../src/abilities/notify/event-relay.ts';
import { NotificationSink, type NotificationSinkDeps } from '../../../src/abilities/notify/notification-sink.ts';
import type { ReceiverFile } from '../../../src/abilities/notify/receiver-file.ts';
import { loadConfiguration } from '../../../src/base/config/load-configuration.ts';
import type { StateEvent, StateEvents } from '../../../src/store/executions/record/state-events.ts';
import { connectWaitingRedis } from '../../../src/store/redis/connect-redis.ts';
import { recordOf } from '../../support/execution-record.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

const record = recordOf({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  flow: { namespace: 'examples', id: 'hello' },
  subflows: [],
  actor: 'ada',
  labels: {},
  inputs: {},
  messages: [],
  state: 'RUNNING',
  history: [
    { state: 'CREATED', at: '2026-01-02T03:04:05.678Z' },
    { state: 'RUNNING', at: '2026-01-02T03:04:06.678Z' },
  ],
  attempts: 1,
  tasks: [],
});

let test: TestRedis;
beforeAll(async () => void (test = await startTestRedis()));
afterAll(() => test.stop());

/** @param max what the queue of the receiver has room for @param file with receivers that flows can name */
function relayWith(path: string, max: number, count: number, file?: ReceiverFile) {
  let events: readonly StateEvent[] = Array.from({ length: count }, (_, index) => ({
    executionId: `${record.id}${index}`,
    namespace: index % 2 === 0 ? 'examples' : 'nobody.listens',
    number: 1,
    state: 'CREATED',
  }));
  const [warned, lost]: [string[], number[]] = [[], []];
  const source: StateEvents = {
    first: async (limit) => events.slice(0, limit),
    remove: async (gone) => void (events = events.slice(gone.length)),
    lost: async () => 0,
    countLost: async (more) => void lost.push(more),
  };
  const [receiver] = loadConfiguration({
    FLOWGATE_NOTIFY_URL: `examples=https://receiver.example/${path}`,
  }).eventReceivers;
  const parts = {
    redis: test.redis,
    events: source,
    delivery: { ...usualDelivery, max },
    logger: pino({ level: 'warn' }, { write: (line) => void warned.push(line) }),
    report: () => undefined,
  };
  const lane = new BullDeliveryLane(
    { ...receiver!, what: 'notification', isShown: false, send: async () => true },
    parts,
  );
  const read = async (id: string) => ({ ...record, id });
  const deps: Partial<NotificationSinkDeps> = {
    receivers: new DeclaredReceivers([receiver!], file),
    lanes: new Map([[receiver!, lane]]),
    notified: { notifyOf: () => Promise.reject(new Error('the flow cannot be read')), visible: (shown) => shown },
  };
  const sink = new NotificationSink(deps as NotificationSinkDeps); // what flows notify needs the rest
  const relay = new EventRelay({ events: source, store: { read }, sinks: [sink] });
  const pending = async () => (await lane.counts()).pending;
  return { relay, lane, pending, warned, lost, left: () => events.length };
}

it('moves all events to the queues of their receivers', async () => {
  const { relay, lane, pending, left } = relayWith('all', 10_000, 450);
  await relay.relay();
  expect([await pending(), left()]).toEqual([225, 0]);
  await lane.close();
});

it('drops what a receiver has no room for, counts it, and warns once', async () => {
  const { relay, lane, pending, warned, lost, left } = relayWith('some', 50, 450);
  await lane.add(Array.from({ length: 20 }, (_, index) => ({ id: `earlier-${index}`, body: '{}' })));
  await relay.relay();
  expect([await pending(), left()]).toEqual([50, 0]);
  expect(lost.reduce((sum, more) => sum + more)).toBe(195);
  expect(warned.map((line) => (JSON.parse(line) as { receiver: string }).receiver)).toEqual([
    'https://receiver.example',
  ]);
  await lane.close();
});

it('tells receivers that no flow names before it reads flows', async () => {
  const people = { name: 'slack:people', kind: 'slack', namespaces: ['*'], url: 'https://slack.example' } as const;
  const { relay, lane, pending, left } = relayWith('unread', 10_000, 4, {
    receivers: [people],
    defaults: [],
    commitStatus: [],
  });
  await expect(relay.relay()).rejects.toThrow('the flow cannot be read');
  expect([await pending(), left()]).toEqual([4, 4]);
  await expect(relay.relay()).rejects.toThrow('the flow cannot be read');
  expect(await pending()).toBe(4);
  await lane.close();
});

it('says that a message was given up, also if it could not be made', async () => {
  const warned: string[] = [];
  const reported: unknown[] = [];
  const lane = new BullDeliveryLane(
    {
      name: 'url:audit',
      queue: 'url-unmade',
      namespaces: ['*'],
      what: 'notification',
      isShown: true,
      send: () => Promise.reject(new Error('a defect')),
    },
    {
      redis: test.redis,
      events: { countLost: async () => undefined },
      delivery: { ...usualDelivery, delays: [] },
      logger: pino({ level: 'warn' }, { write: (line) => void warned.push(line) }),
      report: (error) => void reported.push(error),
    },
  );
  const connection = connectWaitingRedis({ socketPath: test.server.socketPath });
  lane.begin(connection);
  await lane.add([{ id: 'one', body: '{}' }]);
  await expect.poll(() => warned.join()).toContain('notification given up');
  expect(reported).toEqual([new Error('a defect')]);
  expect((await lane.report()).failed).toBe(1);
  await lane.stop();
  await lane.close();
  connection.disconnect();
});
