import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { WaitingFor } from '../../../src/execution/record/execution-record.ts';
import { iterateExecutions, iterateOpen } from '../../../src/execution/record/iterate-executions.ts';
import { RedisExecutionStore } from '../../../src/execution/redis/redis-execution-store.ts';
import { createdExecution } from '../../support/execution-creation.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

let test: TestRedis;
let store: RedisExecutionStore;
const at = new Date('2026-02-03T04:05:06.789Z');
const waitingFor: WaitingFor = { kind: 'approval', task: 'release', since: at.toISOString(), version: 1 };

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisExecutionStore(test.redis);
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

async function waiting(changes: Partial<WaitingFor> = {}): Promise<string> {
  const id = await createdExecution(store);
  await store.change(id, { from: ['CREATED'], to: 'RUNNING', at, fields: { engine: 'local' } });
  await store.change(id, { from: ['RUNNING'], at, fields: { waitingFor: { ...waitingFor, ...changes } } });
  return id;
}

async function idsOf(records: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of records) ids.push(id);
  return ids;
}

it('keeps what waits apart from what runs, and lists it with both', async () => {
  const approval = await waiting();
  const time = await waiting({ kind: 'time' });
  const running = await createdExecution(store);
  await store.change(running, { from: ['CREATED'], to: 'RUNNING', at });
  expect(await idsOf(iterateExecutions(['RUNNING'], store))).toEqual([running]);
  expect(await store.runningOnGateways()).toEqual([]);
  expect(new Set(await idsOf(iterateOpen(store)))).toEqual(new Set([approval, time, running]));
  expect(await store.count('RUNNING')).toBe(3);
  expect(await store.countWaiting('approval')).toBe(1);
  const list = async (query: object) =>
    (await store.list({ states: [], labels: [], limit: 10, ...query })).executions.map(({ id }) => id);
  const newestFirst = [approval, time, running].toSorted().toReversed();
  expect(await list({ states: ['RUNNING'] })).toEqual(newestFirst);
  expect(await list({ states: ['RUNNING'], limit: 2 })).toEqual(newestFirst.slice(0, 2));
  expect(await list({ waitingFor: ['approval'] })).toEqual([approval]);
  const [recent = []] = await store.recent([{ namespace: 'examples', id: 'hello' }], 10);
  expect(recent.find(({ id }) => id === approval)?.waitingFor).toEqual(waitingFor);
  expect(await list({ waitingFor: ['approval', 'time'], namespace: 'other' })).toEqual([]);
  expect((await store.read(approval))?.waitingFor).toEqual(waitingFor);
});

it('changes a wait only in the version that the caller has seen', async () => {
  const id = await waiting();
  const end = { from: ['RUNNING'], to: 'QUEUED', at, fields: { waitingFor: null } } as const;
  expect(await store.change(id, { ...end, wait: { version: 2 } })).toEqual({ outcome: 'other-wait' });
  const both = await Promise.all([1, 2].map(() => store.change(id, { ...end, wait: { version: 1 } })));
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'other-state']);
  expect(await idsOf(iterateExecutions(['QUEUED'], store))).toEqual([id]);
  expect(await store.countWaiting('approval')).toBe(0);
});

it('finds the waits that are over by the clock of the store', async () => {
  const now = (await store.time()).getTime();
  const until = (milliseconds: number) => ({ until: new Date(now + milliseconds).toISOString() });
  const later = await waiting(until(60_000));
  const second = await waiting(until(-1_000));
  const first = await waiting(until(-2_000));
  await waiting();
  expect(await store.dueWaits(10)).toEqual([first, second]);
  expect(await store.dueWaits(1)).toEqual([first]);
  await store.change(second, { from: ['RUNNING'], at, fields: { waitingFor: null } });
  await store.change(first, { from: ['RUNNING'], to: 'FAILED', at });
  expect(await store.dueWaits(10)).toEqual([]);
  expect((await store.read(first))?.waitingFor).toBeUndefined();
  await store.remove(later);
  expect(await test.redis.exists('{flowgate}:executions:due-waits')).toBe(0);
});

it('keeps what an execution begins with, and reads what it carries only on request', async () => {
  const carried = { outputs: { build: { version: ['v', { secret: 'token', part: 0 }] } }, files: [] };
  const segment = { number: 1, from: 'deploy', elapsed: 0, hasWarning: false };
  const id = await createdExecution(store, { begin: { segment, carried } });
  expect(await store.read(id)).toMatchObject({ segment });
  expect(await store.read(id)).not.toHaveProperty('carried');
  expect(await store.carried(id)).toEqual(carried);
  expect(await store.carried(await createdExecution(store))).toBeUndefined();
});
