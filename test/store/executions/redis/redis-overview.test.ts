import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OverviewQuery } from '../../../../src/store/executions/record/execution-overview.ts';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { createdExecution } from '../../../support/execution-creation.ts';
import { endedIn, told, waitBegan, waitEnded } from '../../../support/life-of.ts';
import { startTestRedis, type TestRedis } from '../../../support/redis.ts';

let test: TestRedis;
let store: RedisExecutionStore;

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisExecutionStore(test.redis);
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

const create = (namespace: string) => createdExecution(store, { accepted: { flow: { namespace, id: 'f' } } });
const run = (id: string) => told(store, id, { name: 'begun' });
async function ended(namespace: string, to: 'SUCCESS' | 'WARNING' | 'FAILED' | 'KILLED', at: string): Promise<string> {
  const id = await create(namespace);
  await told(store, id, endedIn(to, { at: new Date(at) })); // times of an execution never decrease
  return id;
}

const overview = (query: Partial<OverviewQuery> = {}) =>
  store.overview({
    namespaces: ['a', 'b'],
    isOfAll: false,
    since: new Date('2026-03-02T12:00:00Z'),
    days: ['2026-03-01', '2026-03-02', '2026-03-03'],
    limit: 2,
    ...query,
  });
const none = { SUCCESS: 0, WARNING: 0, FAILED: 0, KILLED: 0 };

it('counts by the day of the end and by namespace, and lists the latest failures', async () => {
  await ended('a', 'SUCCESS', '2026-03-01T23:59:59.999Z');
  await ended('a', 'FAILED', '2026-03-02T11:59:59Z');
  const first = await ended('a', 'FAILED', '2026-03-02T12:00:00Z');
  const last = await ended('b', 'FAILED', '2026-03-03T00:00:00Z');
  const middle = await ended('a', 'FAILED', '2026-03-02T20:00:00Z');
  await ended('c', 'FAILED', '2026-03-02T20:00:00Z');
  await ended('b', 'WARNING', '2026-03-02T20:00:00Z');
  await ended('b', 'KILLED', '2026-02-02T20:00:00Z');
  const found = await overview();
  expect(found.days).toEqual([
    { ...none, SUCCESS: 1 },
    { ...none, FAILED: 3, WARNING: 1 },
    { ...none, FAILED: 1 },
  ]);
  expect(found.failed).toMatchObject({
    count: 3,
    executions: [
      { id: last, flow: { namespace: 'b', id: 'f' } },
      { id: middle, state: 'FAILED' },
    ],
  });
  expect([...found.namespaces]).toEqual([
    ['a', { failed: 2, running: 0 }],
    ['b', { failed: 1, running: 0 }],
  ]);
  const all = await overview({ isOfAll: true });
  expect(all.failed.count).toBe(4);
  expect(all.days[1]).toEqual({ ...none, FAILED: 4, WARNING: 1 });
  await store.remove(first);
  expect((await overview({ isOfAll: true })).failed.count).toBe(3);
  expect((await overview()).days[1]?.FAILED).toBe(3);
  expect((await overview({ namespaces: [] })).days).toEqual([none, none, none]);
  const keys = await test.redis.keys('{flowgate}:executions:{days,failed}*');
  for (const key of keys) expect(await test.redis.ttl(key)).toBeGreaterThan(0);
});

it('counts an execution as running from its start to its end, except while it waits', async () => {
  const ids = [await create('a'), await create('a'), await create('b')];
  const running = async (query?: Partial<OverviewQuery>) => {
    const { count, executions } = (await overview(query)).running;
    return [count, executions.map(({ id }) => id)];
  };
  const newestFirst = (...found: readonly (string | undefined)[]) => found.toSorted().toReversed();
  expect(await running()).toEqual([0, []]);
  for (const id of ids) await run(id);
  expect(await running()).toEqual([3, newestFirst(...ids).slice(0, 2)]);
  const waitingFor = { kind: 'approval', task: 'ask', since: '2026-03-02T12:00:00Z', version: 1 } as const;
  await told(store, ids[0]!, waitBegan(waitingFor));
  expect(await running()).toEqual([2, newestFirst(ids[1], ids[2])]);
  expect(await running({ isOfAll: true })).toEqual([2, newestFirst(ids[1], ids[2])]);
  await told(store, ids[0]!, waitEnded());
  await told(store, ids[1]!, { name: 'finished', state: 'SUCCESS' });
  expect(await running({ namespaces: ['a'] })).toEqual([0, []]);
});
