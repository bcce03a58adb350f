import { afterAll, beforeAll, expect, it } from 'vitest';
import { executionEvent, toldOf } from '../../../src/abilities/notify/execution-event.ts';
import type { WaitingFor } from '../../../src/lifecycle/execution-phases.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisStateEvents } from '../../../src/store/executions/redis/redis-state-events.ts';
import { createdExecution } from '../../support/execution-creation.ts';
import { told, waitBegan } from '../../support/life-of.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

let test: TestRedis;
let store: RedisExecutionStore;
const at = new Date('2026-02-03T04:05:06.789Z');
const approvers = { users: ['carol'], groups: [], count: 2, notStarter: true };
const approval: WaitingFor = {
  kind: 'approval',
  task: 'release',
  since: at.toISOString(),
  message: 'Release?',
  approvers,
  inputs: [{ id: 'note', type: 'STRING' }],
  version: 1,
};

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisExecutionStore(test.redis, { maxStateEvents: 100 });
});
afterAll(() => test.stop());

async function eventsOf(waitingFor: WaitingFor) {
  const events = new RedisStateEvents(test.redis);
  await events.remove(await events.first(100));
  const id = await createdExecution(store);
  const by = { by: 'carol', at: at.toISOString() };
  await told(store, id, [{ name: 'begun', at }, waitBegan(waitingFor, {}, at), { name: 'approvedByOne', by, at }]);
  return { record: (await store.read(id))!, events: await events.first(100) };
}

it('is sent once when an execution begins to wait for a person, between the changes of its state', async () => {
  const { record, events } = await eventsOf(approval);
  expect(events.map(({ state }) => state)).toEqual(['CREATED', 'RUNNING', 'WAITING']);
  const [, runs, waits] = events.map((event) => executionEvent(toldOf({ event, record }), { publicUrl: undefined }));
  expect(waits).toMatchObject({
    id: `${record.id}-2-waiting`,
    type: 'dev.flowgate.execution.waiting',
    time: approval.since,
    data: {
      state: 'RUNNING',
      waitingFor: {
        kind: 'approval',
        task: 'release',
        message: 'Release?',
        approvers: { users: ['carol'], count: 2, not_starter: true },
      },
    },
  });
  expect(JSON.stringify(waits)).not.toContain('note');
  expect(waits!.sequence > runs!.sequence && waits!.sequence < '0003').toBe(true);
});

it('is not sent for a time', async () => {
  const { events } = await eventsOf({ kind: 'time', task: 'soak', since: at.toISOString(), version: 1 });
  expect(events.map(({ state }) => state)).toEqual(['CREATED', 'RUNNING']);
});
