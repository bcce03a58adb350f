import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { WaitingFor } from '../../../../src/lifecycle/execution-phases.ts';
import type { ExecutionRecord } from '../../../../src/lifecycle/execution-record.ts';
import { iterateExecutions, iterateOpen } from '../../../../src/store/executions/iterate-executions.ts';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { createdExecution } from '../../../support/execution-creation.ts';
import { lifeOf, tell, told, waitBegan, waitEnded } from '../../../support/life-of.ts';
import { startTestRedis, type TestRedis } from '../../../support/redis.ts';

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
  await told(store, id, [{ name: 'begun', engine: 'local' }, waitBegan({ ...waitingFor, ...changes })]);
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
  await told(store, running, { name: 'begun' });
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
  const seen = (await store.read(id))!;
  const approved = await told(store, id, { name: 'approvedByOne', by: { by: 'bob', at: at.toISOString() } });
  expect(approved.waitingFor?.version).toBe(2);
  expect(await lifeOf(store).send(seen, waitEnded())).toEqual({ isApplied: false, why: 'current', record: approved });
  const both = await Promise.all([1, 2].map(() => lifeOf(store).send(approved, waitEnded())));
  expect(both.map((sent) => (sent.isApplied ? 'applied' : sent.why)).toSorted()).toEqual(['applied', 'queued']);
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
  await told(store, second, waitEnded());
  const failed = { state: 'FAILED', reason: 'Nobody came.' } as const;
  await told(store, first, { name: 'endedInWait', result: { end: failed }, ...failed });
  expect(await store.dueWaits(10)).toEqual([]);
  expect((await store.read(first))?.waitingFor).toBeUndefined();
  await store.remove(later);
  expect(await test.redis.exists('{flowgate}:executions:due-waits')).toBe(0);
});

it('finds what was stopped while it waits, and lets nothing wait that was stopped before', async () => {
  const before = await createdExecution(store);
  await told(store, before, [{ name: 'begun' }, { name: 'stopAsked', by: 'bob' }]);
  const record = await store.read(before);
  expect(await tell(store, before, waitBegan(waitingFor))).toEqual({ isApplied: false, why: 'not stopped', record });
  expect(await store.dueWaits(10)).toEqual([]);
  const [one, other] = [await waiting({ until: '2999-01-01T00:00:00.000Z' }), await waiting()];
  for (const id of [one, other]) await told(store, id, { name: 'stopAsked', by: 'bob' });
  expect(new Set(await store.dueWaits(10))).toEqual(new Set([one, other]));
  await told(store, one, waitEnded());
  expect(await store.dueWaits(10)).toEqual([other]);
});

it('changes an execution only in the segment that the caller has seen', async () => {
  const id = await createdExecution(store);
  const note = async (seen: ExecutionRecord) => {
    const sent = await lifeOf(store).send(seen, { name: 'enqueued', queueItem: 5 });
    return sent.isApplied ? 'applied' : sent.why;
  };
  const first = (await store.read(id))!;
  expect(await note(first)).toBe('applied');
  const paused = await told(store, id, [{ name: 'begun' }, waitBegan(waitingFor)]);
  expect(paused).toMatchObject({ phase: 'waiting', segment: { number: 2 } });
  expect(await note(first)).toBe('waiting');
  expect(await note(paused)).toBe('waiting');
  const second = await told(store, id, waitEnded());
  expect(await note(first)).toBe('current');
  expect((await store.read(id))?.queueItem).toBeUndefined();
  expect(await note(second)).toBe('applied');
  expect((await store.read(id))?.queueItem).toBe(5);
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
