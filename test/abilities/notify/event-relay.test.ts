import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BullDeliveryLane, usualDelivery } from '../../../src/abilities/notify/bull-delivery-lane.ts';
import { DeclaredReceivers } from '../../../src/abilities/notify/declared-receivers.ts';
import { EventRelay } from '../../../src/abilities/notify/event-relay.ts';
import { NotificationSink, type NotificationSinkDeps } from '../../../src/abilities/notify/notification-sink.ts';
import { loadConfiguration } from '../../../src/base/config/load-configuration.ts';
import type { StateEvent, StateEvents } from '../../../src/store/executions/record/state-events.ts';
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

/** @param max what the queue of the receiver has room for */
function relayWith(path: string, max: number, count: number) {
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
  const lane = new BullDeliveryLane({ ...receiver!, what: 'notification', send: async () => true }, parts);
  const read = async (id: string) => ({ ...record, id });
  const deps: Partial<NotificationSinkDeps> = {
    receivers: new DeclaredReceivers([receiver!], undefined),
    lanes: new Map([[receiver!, lane]]),
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
