import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inClaimOrder, maxTries, holdLead, type Claim } from '../../../../src/lifecycle/claims.ts';
import type { WaitingFor } from '../../../../src/lifecycle/execution-phases.ts';
import { iterateOpen } from '../../../../src/store/executions/iterate-executions.ts';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisPools } from '../../../../src/store/executions/redis/redis-pools.ts';
import { redisKey } from '../../../../src/store/redis/redis-key.ts';
import { createdExecution } from '../../../support/execution-creation.ts';
import { endFrom, queuedBy, tell, told, waitBegan, waitEnded } from '../../../support/life-of.ts';
import { checkPools, type ClaimList } from '../../../support/pool-invariants.ts';
import { startTestRedis, type TestRedis } from '../../../support/redis.ts';

let test: TestRedis;
let store: RedisExecutionStore;
let pools: RedisPools;
let made = 0;

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisExecutionStore(test.redis);
  pools = new RedisPools(test.redis);
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

const lock = (name: string, { permits = 1, size = 1 } = {}): Claim => ({ pool: `lock:${name}`, permits, size });

interface Given {
  readonly priority?: number;
  readonly flow?: string;
  readonly limit?: number;
  readonly at?: Date;
}

/** Each one is accepted a second after the one before it. */
function create(claims: readonly Claim[], { priority, flow = 'hello', limit, at }: Given = {}): Promise<string> {
  return createdExecution(store, {
    at: at ?? new Date(Date.UTC(2026, 0, 1) + ++made * 1000),
    accepted: { flow: { namespace: 'examples', id: flow }, priority },
    claims: inClaimOrder(claims),
    ...(limit !== undefined && { concurrency: { limit, behavior: 'QUEUE' } }),
  });
}

const waitingFor: WaitingFor = { kind: 'approval', task: 'ask', since: '2026-01-01T00:00:00.000Z', version: 1 };
/** @returns those that may start now */
const end = async (id: string) => (await queuedBy(store, id, endFrom((await store.read(id))!))).queued;
const phases = async (...ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => store.read(id)))).map((record) => record?.phase);
const areHeld = async (...ids: readonly string[]) => (await phases(...ids)).map((phase) => phase === 'held');
const begin = (id: string, more: Partial<WaitingFor> = {}) =>
  queuedBy(store, id, [{ name: 'begun' }, waitBegan({ ...waitingFor, ...more })]);
const leftKeys = () =>
  test.redis
    .keys('*executions:*')
    .then((keys) => keys.filter((key) => /:(slots|waiting|pool|extra|wanted|unfinished)/.test(key)));

describe('a lock', () => {
  it('is held by one execution, also of several flows, and goes to the next one in the step that ends it', async () => {
    const first = await create([lock('db')]);
    const second = await create([lock('db')], { flow: 'other' });
    const third = await create([lock('db')]);
    expect(await areHeld(first, second, third)).toEqual([false, true, true]);
    expect(await end(first)).toEqual([second]);
    expect(await areHeld(second, third)).toEqual([false, true]);
    expect(await end(third), 'one that is stopped while it waits').toEqual([]);
    expect(await end(second)).toEqual([]);
    expect([await leftKeys(), (await pools.sizes()).size]).toEqual([[], 0]);
  });

  it('is taken with all others or not at all, and holds up nobody else meanwhile', async () => {
    const holder = await create([lock('b')]);
    const both = await create([lock('a'), lock('b')]);
    const other = await create([lock('a')]);
    expect(await areHeld(both, other)).toEqual([true, false]);
    expect(await end(holder)).toEqual([]);
    expect(await pools.holds([both])).toMatchObject([{ pool: 'lock:a', holder: { id: other } }]);
    const later = await create([lock('b')]);
    expect(await areHeld(later), 'the lock that the other one cannot use yet').toEqual([false]);
    await end(other);
    expect(await end(later)).toEqual([both]);
  });

  it('with several permits is given in order: small requests do not overtake a large one', async () => {
    const [one, two] = [await create([lock('l', { size: 2 })]), await create([lock('l', { size: 2 })])];
    const large = await create([lock('l', { permits: 2, size: 2 })]);
    const small = await create([lock('l', { size: 2 })]);
    expect(await end(one)).toEqual([]);
    expect(await areHeld(large, small, await create([lock('l', { size: 2 })]))).toEqual([true, true, true]);
    expect(await end(two)).toEqual([large]);
    expect(await end(large)).toEqual([small, expect.any(String)]);
  });

  it('goes to the best one: 20 points of priority are worth 20 minutes', async () => {
    const holder = await create([lock('db')]);
    const old = await create([lock('db')]);
    const urgent = await create([lock('db')], { priority: 70 });
    const late = await create([lock('db')], { priority: 70 });
    const earlier = (id: string, minutes: number) =>
      test.redis.zincrby(redisKey.heldExecutions('lock:db'), -minutes * 60_000, id);
    await earlier(old, 21);
    await earlier(urgent, 2);
    expect(await end(holder)).toEqual([urgent]);
    expect(await end(urgent)).toEqual([old]);
    expect(await end(old)).toEqual([late]);
  });

  it('goes to the one that came first by the clock of the store, whatever the clocks of gateways say', async () => {
    const holder = await create([lock('db')]);
    const first = await create([lock('db')], { at: new Date('2031-01-01') });
    const second = await create([lock('db')], { at: new Date('2021-01-01') });
    expect(await end(holder)).toEqual([first]);
    expect(await end(first)).toEqual([second]);
  });

  it('is not lost by one that waits for several for long: it keeps those that it gets', async () => {
    const [a, b] = [await create([lock('a')]), await create([lock('b')])];
    const both = await create([lock('a'), lock('b')]);
    const next = await create([lock('a')]);
    await test.redis.hset(redisKey.execution(both), 'waitsSince', 0);
    expect(await end(a)).toEqual([]);
    expect(await areHeld(next), 'the lock is kept for the one before it').toEqual([true]);
    expect(await end(b)).toEqual([both]);
    expect(await end(both)).toEqual([next]);
    await end(next);
    expect(await leftKeys()).toEqual([]);
  });

  it('kept in that way is given up by one that has to wait for its flow', async () => {
    const given = { flow: 'single', limit: 1 };
    const b = await create([lock('b')]);
    const both = await create([lock('a'), lock('b')], given);
    const a = await create([lock('a')]);
    await test.redis.hset(redisKey.execution(both), 'waitsSince', 0);
    const slot = await create([], given);
    expect(await areHeld(both, a, slot)).toEqual([true, false, false]);
    await end(b);
    expect(await pools.holds([both])).toMatchObject([{ pool: 'examples/single' }]);
    const later = await create([lock('b')]);
    expect(await end(slot)).toEqual([]);
    await end(a);
    expect(await end(later)).toEqual([both]);
  });
});

describe('the size of a pool', () => {
  it('can grow and shrink while it is in use: nothing is taken away, and the next ones wait', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push(await create([lock('l', { size: 3 })]));
    expect(await pools.resize('lock:l', 4)).toEqual([ids[3]]);
    expect(await pools.resize('lock:l', 1)).toEqual([]);
    for (const id of ids.slice(0, 3)) expect(await end(id)).toEqual([]);
    expect(await end(ids[3]!)).toEqual([ids[4]]);
    expect(await pools.resize('lock:unused', 4)).toEqual([]);
    expect(await pools.sizes()).toEqual(new Map([['lock:l', 1]]));
  });

  it('can become too small for those that wait', async () => {
    const holder = await create([lock('l', { size: 3 })]);
    const large = await create([lock('l', { permits: 3, size: 3 })]);
    const small = await create([lock('l', { size: 3 })]);
    expect(await pools.resize('lock:l', 2)).toEqual([small]);
    expect(await pools.unfit(10)).toEqual([{ id: large, pool: 'lock:l', permits: 3, size: 2 }]);
    const last = await create([lock('l', { permits: 2, size: 2 })]);
    expect(await pools.resize('lock:l', 3)).toEqual([]);
    await end(small);
    expect(await areHeld(large, last), 'it fits again, but not yet').toEqual([true, true]);
    expect(await pools.unfit(10)).toEqual([]);
    expect(await pools.resize('lock:l', 0)).toEqual([]);
    expect((await pools.unfit(10)).map(({ id, size }) => [id, size])).toEqual([
      [large, 0],
      [last, 0],
    ]);
    for (const id of [large, last, holder]) await end(id);
    expect(await leftKeys()).toEqual([]);
  });
});

describe('a wait between two segments', () => {
  it('gives the locks back, keeps the slot of the flow, and takes the locks again before it goes on', async () => {
    const first = await create([lock('db')], { limit: 1 });
    const sameFlow = await create([], { limit: 1 });
    const other = await create([lock('db')], { flow: 'other' });
    expect(await begin(first)).toEqual({ phase: 'waiting', queued: [other] });
    expect(await areHeld(sameFlow)).toEqual([true]);
    expect(await queuedBy(store, first, waitEnded())).toEqual({ phase: 'held', queued: [] });
    expect(await store.read(first)).toMatchObject({ state: 'QUEUED', phase: 'held' });
    expect(await end(other)).toEqual([first]);
    expect(await store.read(first)).toMatchObject({ state: 'QUEUED', phase: 'queued' });
    expect(await end(first)).toEqual([sameFlow]);
  });
});

it('a wait ends although nobody else has used its locks meanwhile, and leaves nothing behind', async () => {
  const claims = [lock('db', { permits: 2, size: 2 })];
  const [first, second] = [await create(claims), await create(claims)];
  expect(await begin(first)).toEqual({ phase: 'waiting', queued: [second] });
  expect(await begin(second)).toEqual({ phase: 'waiting', queued: [] });
  expect(await pools.sizes()).toEqual(new Map([['lock:db', 2]]));
  expect(await queuedBy(store, first, waitEnded())).toEqual({ phase: 'queued', queued: [first] });
  expect(await phases(first)).toEqual(['queued']);
  await end(first);
  await end(second);
  expect(await leftKeys()).toEqual([]);
});

it('a wait can keep the locks, and gives back its place in the namespace', async () => {
  const running: Claim = { pool: 'namespace:examples', permits: 1, size: 1 };
  const first = await create([lock('db'), running]);
  const second = await create([running], { flow: 'other' });
  const third = await create([lock('db')], { flow: 'other' });
  expect(await begin(first, { holdsLocks: true })).toEqual({ phase: 'waiting', queued: [second] });
  expect(await queuedBy(store, first, waitEnded())).toEqual({ phase: 'held', queued: [] });
  expect(await areHeld(first, second, third)).toEqual([true, false, true]);
  expect(await end(second)).toEqual([first]);
  expect(await end(first)).toEqual([third]);
});

it('says how pools are used, and by whom', async () => {
  const holder = await create([lock('l', { permits: 2, size: 3 })]);
  const next = await create([lock('l', { permits: 2, size: 3 })]);
  expect(await pools.uses(['lock:l', 'lock:unused'])).toEqual([
    { size: 3, held: 2, heldUp: 1, nextSince: expect.any(String) },
    { size: undefined, held: 0, heldUp: 0, nextSince: undefined },
  ]);
  const flow = { namespace: 'examples', id: 'hello' };
  const common = { flow, state: 'CREATED', permits: 2, since: expect.any(String) };
  expect(await pools.executions('lock:l', 10)).toMatchObject({
    holders: [{ id: holder, ...common }],
    heldUp: [{ id: next, ...common }],
  });
});

it('an adopted build holds what it claims, even beyond the size', async () => {
  const holder = await create([lock('l')]);
  await createdExecution(store, {
    adopted: { build: { number: 1, url: 'http://jenkins.example/1/' } },
    claims: [lock('l')],
  });
  const next = await create([lock('l')]);
  expect(await end(holder)).toEqual([]);
  expect(await areHeld(next)).toEqual([true]);
});

it('executions that wait are listed with their state, but not among those to start', async () => {
  await create([lock('l')]);
  const waiting = await create([lock('l')]);
  const listed = (await store.list({ states: ['CREATED'], labels: [], limit: 10 })).executions.map(({ id }) => id);
  expect(listed).toContain(waiting);
  expect(await store.count('CREATED')).toBe(2);
  const toStart = async () => (await store.inState('CREATED', { limit: 10 })).executions.map(({ id }) => id);
  expect(await toStart()).not.toContain(waiting);
  const open: string[] = [];
  for await (const { id } of iterateOpen(store)) open.push(id);
  expect(open, 'its files and its revision are in use').toContain(waiting);
  expect(await queuedBy(store, waiting, { name: 'stopAsked', by: 'ada' })).toEqual({
    phase: 'held',
    queued: [waiting],
  });
  expect(await toStart(), 'it has to be ended').toContain(waiting);
  await end(waiting);
  expect(await store.count('CREATED')).toBe(1);
});

it('tries many that wait in several steps', async () => {
  const holder = await create([lock('a', { size: 250 })], {});
  await create([lock('b', { size: 1 })]);
  await pools.resize('lock:a', 1);
  const blocked: string[] = [];
  for (let count = 0; count < 2 * maxTries + 10; count++) blocked.push(await create([lock('a'), lock('b')]));
  const last = await create([lock('a')]);
  await pools.resize('lock:a', 250);
  expect(await areHeld(last)).toEqual([false]);
  await end(holder);
  const [first] = await pools.holds([blocked.at(-1)!]);
  expect(first).toMatchObject({ pool: 'lock:b', position: blocked.length - 1 });
  expect(await pools.resume()).toEqual([]);
}, 20_000);

it('an older execution that waits only for its flow is started', async () => {
  const first = await create([], { limit: 1 });
  const second = await create([], { limit: 1 });
  // As an older Flowgate stored it.
  await test.redis.hdel(redisKey.execution(second), 'rank', 'waitsIn', 'waitsSince');
  await test.redis.zadd(redisKey.heldExecutions('examples/hello'), 0, second);
  expect(await pools.holds([second])).toMatchObject([{ pool: 'examples/hello', holder: { id: first } }]);
  expect(await end(first)).toEqual([second]);
});

/** A reproducible source of numbers from 0 to a limit, which is not one of them. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

it.each([1, 2, 13])(
  'whatever happens, nothing is lost and nothing held twice (%i)',
  async (seed) => {
    const random = numbers(seed);
    const sizes = new Map<string, number>(Array.from({ length: 5 }, (_, index) => [`lock:l${index}`, 1 + (index % 3)]));
    sizes.set('namespace:examples', 6);
    sizes.set('controller:lab', 5);
    sizes.set('controller:eu', 3);
    const flows = new Map([
      ['one', 1],
      ['two', 2],
      ['free', 0],
    ]);
    for (const [flow, limit] of flows) sizes.set(`examples/${flow}`, limit === 0 ? Infinity : limit);
    const open = new Map<string, ClaimList>();
    const waiting = new Set<string>();
    const names = [...sizes.keys()].filter((name) => name.includes(':')) as Claim['pool'][];
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
    for (let step = 0; step < 150; step++) {
      const kind = random(11);
      if (kind < 5 || open.size === 0) {
        const claims = inClaimOrder(
          Array.from({ length: random(4) }, () => pick(names)).map((pool) => {
            const size = sizes.get(pool) ?? 0;
            return { pool, permits: 1 + random(Math.max(1, Math.min(size, 3))), size };
          }),
        );
        const flow = pick([...flows.keys()]);
        const limit = flows.get(flow) || undefined;
        const id = await create(claims, { flow, priority: random(101), ...(limit !== undefined && { limit }) });
        open.set(id, [[`examples/${flow}`, 1], ...claims.map(({ pool, permits }) => [pool, permits] as const)]);
      } else if (kind < 8) {
        const id = pick([...open.keys()]);
        await end(id);
        open.delete(id);
        waiting.delete(id);
      } else if (kind === 8) {
        const pool = pick(names);
        sizes.set(pool, random(4));
        if ((await pools.sizes()).has(pool)) await pools.resize(pool, sizes.get(pool)!);
        for (const { id } of await pools.unfit(100)) {
          await end(id);
          open.delete(id);
          waiting.delete(id);
        }
      } else if (kind === 9) {
        const id = pick([...open.keys()]);
        if (waiting.has(id)) continue;
        const pool = 'controller:eu';
        const moved = random(3) === 0 ? [] : [{ pool, permits: 1, size: sizes.get(pool) ?? 0 } as const];
        const to = { controller: 'eu', insteadOf: 'lab', claims: moved } as const;
        // One that has waited has run, and stays where it is.
        if (!(await tell(store, id, { name: 'moved', ...to })).isApplied) continue;
        const others = (open.get(id) ?? []).filter(([name]) => !name.startsWith('controller:'));
        open.set(id, [...others, ...moved.map(({ permits }) => [pool, permits] as const)]);
      } else {
        // Some have waited for very long.
        const id = pick([...open.keys()]);
        if ((await areHeld(id))[0] === true) await test.redis.hset(redisKey.execution(id), 'waitsSince', 0);
        else if (waiting.delete(id)) await told(store, id, waitEnded());
        else {
          await begin(id);
          waiting.add(id);
        }
      }
      const known = new Map([...sizes, ...(await pools.sizes())]);
      const held = new Map([...open].map(([id, claims]) => [id, waiting.has(id) ? claims.slice(0, 1) : claims]));
      await checkPools(test.redis, { open: held, sizes: known });
    }
    for (const id of open.keys()) await end(id);
    expect(await leftKeys()).toEqual([]);
    expect((await pools.sizes()).size).toBe(0);
  },
  60_000,
);

it('the priority moves the rank', () => {
  expect(holdLead()).toBe(0);
  expect(holdLead(100)).toBe(50 * 60_000);
});
