import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisStateEvents } from '../../../../src/store/executions/redis/redis-state-events.ts';
import { executionCreation } from '../../../support/execution-creation.ts';
import { tell, told } from '../../../support/life-of.ts';
import { startTestRedis, type TestRedis } from '../../../support/redis.ts';

let test: TestRedis;
let events: RedisStateEvents;

beforeAll(async () => {
  test = await startTestRedis();
  events = new RedisStateEvents(test.redis);
});

beforeEach(() => test.redis.flushall());

afterAll(() => test.stop());

async function make(store: RedisExecutionStore, id: string, failure?: string): Promise<void> {
  await store.create(executionCreation({ accepted: { id }, ...(failure !== undefined && { failure }) }));
}

const seen = async () =>
  (await events.first(100)).map(({ executionId, number, state }) => `${executionId} ${number} ${state}`);

it('has each change of state once, in order', async () => {
  const store = new RedisExecutionStore(test.redis, { maxStateEvents: 10 });
  await make(store, 'A');
  await told(store, 'A', [
    { name: 'taken' },
    { name: 'enqueued', queueItem: 1 },
    { name: 'troubled', trouble: 'It waits.' },
  ]);
  expect(await tell(store, 'A', { name: 'finished', state: 'SUCCESS' })).toMatchObject({ isApplied: false });
  await told(store, 'A', { name: 'neverBegan', state: 'FAILED' });
  await make(store, 'B', 'It must not run.');
  expect(await seen()).toEqual(['A 1 CREATED', 'A 2 QUEUED', 'A 3 FAILED', 'B 1 CREATED', 'B 2 FAILED']);
});

it('keeps none if nobody is notified', async () => {
  await make(new RedisExecutionStore(test.redis), 'A');
  expect(await seen()).toEqual([]);
});

it('loses the oldest beyond its maximum, and counts them', async () => {
  const store = new RedisExecutionStore(test.redis, { maxStateEvents: 2 });
  for (const id of ['A', 'B', 'C']) await make(store, id);
  expect(await seen()).toEqual(['B 1 CREATED', 'C 1 CREATED']);
  await events.countLost(4);
  expect(await events.lost()).toBe(5);
});

it('removes events, also if another process has removed some', async () => {
  const store = new RedisExecutionStore(test.redis, { maxStateEvents: 10 });
  for (const id of ['A', 'B', 'C']) await make(store, id);
  const first = await events.first(2);
  await events.remove(first.slice(0, 1));
  await events.remove(first);
  expect(await seen()).toEqual(['C 1 CREATED']);
});
