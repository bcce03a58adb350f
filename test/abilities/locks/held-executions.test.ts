import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attendHeld } from '../../../src/abilities/locks/held-executions.ts';
import { inClaimOrder } from '../../../src/lifecycle/claims.ts';
import { declaredSize, type LockFile } from '../../../src/store/executions/locks/lock-file.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisPools } from '../../../src/store/executions/redis/redis-pools.ts';
import { redisKey } from '../../../src/store/redis/redis-key.ts';
import { createdExecution } from '../../support/execution-creation.ts';
import { endedIn, lifeOf, queuedBy } from '../../support/life-of.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

let test: TestRedis;
let store: RedisExecutionStore;
let queued: string[];
let made = 0;

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisExecutionStore(test.redis);
});
beforeEach(async () => {
  await test.redis.flushall();
  queued = [];
});
afterAll(() => test.stop());

/** Each one is accepted a second after the one before it. */
const create = (permits = 1, size = 3) =>
  createdExecution(store, {
    at: new Date(Date.UTC(2026, 0, 1) + ++made * 1000),
    claims: inClaimOrder([{ pool: 'lock:licences', permits, size }]),
  });
const end = (id: string) => queuedBy(store, id, endedIn('SUCCESS'));

/** A round of a worker with a file of locks. */
async function round(file: LockFile): Promise<void> {
  const add = (id: string) => void queued.push(id);
  const queue = { add: async (id: string) => add(id) };
  const life = lifeOf(store, add);
  await attendHeld({ pools: new RedisPools(test.redis), queue, life, sizeOf: (pool) => declaredSize(file, pool) });
}

const withPermits = (permits: number): LockFile => ({
  locks: [{ name: 'licences', permits, namespaces: ['*'] }],
  running: [],
});
const without: LockFile = { locks: [{ name: 'licenses', permits: 3, namespaces: ['*'] }], running: [] };

it('a lock that was removed or renamed fails those that wait for it, and lets its holders go on', async () => {
  const holder = await create(3);
  const waiting = await create();
  await round(without);
  expect(await store.read(waiting)).toMatchObject({ state: 'FAILED', reason: 'The lock licences no longer exists.' });
  expect(await store.read(holder)).toMatchObject({ state: 'CREATED', phase: 'queued' });
  expect(await end(holder)).toEqual({ phase: 'ended', queued: [] });
});

it('a lock that became smaller than what is held takes nothing away, and fails those that need more than it has', async () => {
  const holder = await create(3);
  const [large, small] = [await create(2), await create()];
  await round(withPermits(1));
  expect(await store.read(large)).toMatchObject({
    state: 'FAILED',
    reason: 'The execution needs 2 permits of the lock licences, which has only 1 permit now.',
  });
  expect(await store.read(small)).toMatchObject({ state: 'CREATED', phase: 'held' });
  expect(await end(holder)).toEqual({ phase: 'ended', queued: [small] });
});

it('a lock that became larger starts those that fit, and so does what a process that died left to try', async () => {
  await create(3);
  const [first, second] = [await create(), await create()];
  await round(withPermits(4));
  expect(queued).toEqual([first]);
  await test.redis.hset(redisKey.poolSizes, 'lock:licences', 5);
  await test.redis.sadd(redisKey.unfinishedPools, 'lock:licences');
  await round(withPermits(5));
  expect(queued).toEqual([first, second]);
});
