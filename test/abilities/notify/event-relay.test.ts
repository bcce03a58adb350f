import { expect, it } from 'vitest';
import { CloudEventSink } from '../../../src/abilities/notify/cloud-event-sink.ts';
import { EventRelay } from '../../../src/abilities/notify/event-relay.ts';
import type { EventMessage } from '../../../src/abilities/notify/event-sender.ts';
import { maxPending, type NotificationQueue } from '../../../src/abilities/notify/notification-queue.ts';
import { Receivers } from '../../../src/abilities/notify/receivers.ts';
import type { StateEvent, StateEvents } from '../../../src/store/executions/record/state-events.ts';
import { recordOf } from '../../support/execution-record.ts';

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

function relayWith(waiting: number, count: number) {
  let events: readonly StateEvent[] = Array.from({ length: count }, (_, index) => ({
    executionId: record.id,
    namespace: index % 2 === 0 ? 'examples' : 'nobody.listens',
    number: 1,
    state: 'CREATED',
  }));
  const [added, warned, lost]: [EventMessage[], string[], number[]] = [[], [], []];
  const source: StateEvents = {
    first: async (limit) => events.slice(0, limit),
    remove: async (gone) => void (events = events.slice(gone.length)),
    lost: async () => 0,
    countLost: async (more) => void lost.push(more),
  };
  const queue: NotificationQueue = {
    add: async (messages) => void added.push(...messages),
    counts: async () => ({ pending: waiting + added.length, failed: 0 }),
    close: async () => undefined,
  };
  const receivers = new Receivers([{ namespaces: 'examples', url: 'https://receiver.example/hook' }]);
  const sink = new CloudEventSink({
    events: source,
    receivers,
    queues: new Map(receivers.all.map((receiver) => [receiver, queue])),
    tells: 'all',
    warn: ({ origin }) => warned.push(origin),
  });
  const relay = new EventRelay({ events: source, store: { read: async () => record }, sinks: [sink] });
  return { relay, added, warned, lost, left: () => events.length };
}

it('moves all events to the queues of their receivers', async () => {
  const { relay, added, left } = relayWith(0, 450);
  await relay.relay();
  expect([added.length, left()]).toEqual([225, 0]);
});

it('drops what a receiver has no room for, counts it, and warns once', async () => {
  const { relay, added, warned, lost, left } = relayWith(maxPending - 30, 450);
  await relay.relay();
  expect([added.length, left()]).toEqual([30, 0]);
  expect(lost.reduce((sum, more) => sum + more)).toBe(195);
  expect(warned).toEqual(['https://receiver.example']);
});
