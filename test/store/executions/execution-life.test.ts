import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExecutionLife, type ExecutionObserver } from '../../../src/store/executions/execution-life.ts';
import type { LifeStore } from '../../../src/store/executions/record/execution-store.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisLeases } from '../../../src/store/leases/redis-leases.ts';
import { createdExecution, executionCreation } from '../../support/execution-creation.ts';
import { endedIn, endFrom, lifeOf, tell, told, waitBegan, waitEnded } from '../../support/life-of.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

let test: TestRedis;
let store: RedisExecutionStore;
let seen: string[];
let queued: string[];
let forgotten: string[];
const one = { concurrency: { limit: 1, behavior: 'QUEUE' } } as const;
const waitingFor = { kind: 'approval', task: 'ask', since: '2026-01-02T03:04:05.678Z', version: 1 } as const;

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisExecutionStore(test.redis);
});
beforeEach(async () => {
  await test.redis.flushall();
  [seen, queued, forgotten] = [[], [], []];
});
afterAll(() => test.stop());

const observer: ExecutionObserver = {
  began: ({ phase, state }) => void seen.push(`began ${phase} ${state}`),
  ended: ({ phase, state, reason }) => void seen.push(`ended ${phase} ${state} ${reason}`),
};

function living(
  overrides: Partial<LifeStore> = {},
  add: (id: string) => Promise<void> = async (id) => void queued.push(id),
) {
  const read = overrides.read ?? ((id) => store.read(id));
  const apply = overrides.apply ?? ((record, step, fence) => store.apply(record, step, fence));
  const life = new ExecutionLife({
    store: { create: (creation) => store.create(creation), read, apply },
    queue: { add },
    vault: { forget: (id) => void forgotten.push(id) },
    now: () => new Date(),
  });
  life.observe(observer);
  life.observe({ ended: () => undefined });
  return { life, store };
}

describe('what follows a step', () => {
  it('observers learn what begins and ends, each once, and only from the process that recorded it', async () => {
    const place = living();
    const id = await createdExecution(place.life);
    await told(place, id, [{ name: 'taken' }, { name: 'begun', engine: 'local' }, { name: 'progressed', tasks: [] }]);
    expect(seen).toEqual(['began running RUNNING']);
    await told(place, id, [waitBegan(waitingFor), waitEnded(), { name: 'begun', engine: 'local' }]);
    expect(seen).toEqual(['began running RUNNING', 'began running RUNNING']);
    await told(place, id, { name: 'finished', state: 'FAILED', reason: 'It broke.' });
    expect(await tell(place, id, { name: 'finished', state: 'SUCCESS' })).toMatchObject({ isApplied: false });
    expect(seen.slice(2)).toEqual(['ended ended FAILED It broke.']);
    const other = await createdExecution(store);
    await told(store, other, endedIn('SUCCESS'));
    expect(seen).toHaveLength(3);
  });

  it('observers learn of what is created in its end, and of adopted builds', async () => {
    const { life } = living();
    await createdExecution(life, { failure: 'It must not run.' });
    await createdExecution(life, { adopted: { build: { number: 1, url: 'http://jenkins/1' } } });
    await createdExecution(life);
    expect(seen).toEqual(['ended ended FAILED It must not run.', 'began running RUNNING']);
    expect(queued).toHaveLength(1);
  });

  it('the vault forgets the values of what has ended', async () => {
    const place = living();
    const [first, second] = [await createdExecution(place.life), await createdExecution(place.life)];
    await told(place, first, [{ name: 'begun' }, { name: 'finished', state: 'SUCCESS' }]);
    await told(place, second, { name: 'begun' });
    expect(forgotten).toEqual([first]);
  });

  it('what waited for the permits of one that has ended is queued, also if the queue fails meanwhile', async () => {
    const place = living();
    const first = await createdExecution(place.life, one);
    const second = await createdExecution(place.life, one);
    expect(queued).toEqual([first]);
    await told(place, first, [{ name: 'begun' }, { name: 'finished', state: 'SUCCESS' }]);
    expect(queued).toEqual([first, second]);
    const third = await createdExecution(place.life, one);
    const failing = living({}, () => Promise.reject(new Error('The queue is gone.')));
    await told(failing, second, [{ name: 'begun' }, { name: 'finished', state: 'SUCCESS' }]);
    expect(await store.read(third)).toMatchObject({ phase: 'queued' });
  });

  it('a held execution that is stopped is queued at once, but not for final tasks, which need its permits', async () => {
    const place = living();
    const lock = { claims: [{ pool: 'lock:port', permits: 1, size: 1 }] } as const;
    const first = await createdExecution(place.life, lock);
    const second = await createdExecution(place.life, lock);
    await told(place, second, { name: 'stopAsked', by: 'ada' });
    expect(queued).toEqual([first, second]);
    await told(place, second, endFrom({ phase: 'held' }));
    const third = await createdExecution(place.life, lock);
    await told(place, first, [{ name: 'begun' }, waitBegan(waitingFor), waitEnded()]);
    expect(await store.read(first)).toMatchObject({ phase: 'held' });
    await told(place, first, { name: 'stopAsked', by: 'ada' });
    expect(queued).toEqual([first, second, third]);
    await told(place, third, [{ name: 'begun' }, { name: 'finished', state: 'SUCCESS' }]);
    expect(queued).toEqual([first, second, third, first]);
  });

  it('the record that it returns is the one of the store', async () => {
    const id = await createdExecution(store);
    for (const event of [
      { name: 'taken' },
      { name: 'troubled', trouble: 'It waits.' },
      { name: 'begun', engine: 'local' },
      waitBegan(waitingFor),
      { name: 'stopAsked', by: 'ada' },
      { ...endFrom({ phase: 'waiting' }), reason: 'Stopped by ada.' },
    ] as const)
      expect(await told(store, id, event)).toEqual(await store.read(id));
  });
});

describe('an event', () => {
  it('is decided again from what the execution is now, if another one came first', async () => {
    const { life } = living();
    const id = await createdExecution(store);
    const read = (await store.read(id))!;
    await told(store, id, [{ name: 'taken' }, { name: 'stopAsked', by: 'ada' }]);
    const sent = await life.send(read, { name: 'begun' });
    expect(sent).toMatchObject({ isApplied: true, record: { phase: 'running', stop: { by: 'ada' } } });
    expect(sent.record).toEqual(await store.read(id));
  });

  it('that no longer fits is dropped, and changes nothing', async () => {
    const { life } = living();
    const id = await createdExecution(store);
    const read = (await store.read(id))!;
    await told(store, id, [{ name: 'begun' }, waitBegan(waitingFor), waitEnded()]);
    const record = await store.read(id);
    expect(await life.send(read, { name: 'begun' })).toEqual({ isApplied: false, why: 'current', record });
    expect(await life.send(read, { name: 'finished', state: 'SUCCESS' })).toEqual({
      isApplied: false,
      why: 'queued',
      record,
    });
    expect(await store.read(id)).toEqual(record);
    expect([seen, queued]).toEqual([[], []]);
  });

  it('of a process that has lost its lease is dropped', async () => {
    const { life } = living();
    const leases = new RedisLeases(test.redis);
    const lost = (await leases.acquire('run', 60_000))!;
    await lost.release();
    const held = (await leases.acquire('run', 60_000))!;
    const id = await createdExecution(store);
    const record = (await store.read(id))!;
    expect(await life.send(record, { name: 'begun' }, lost)).toEqual({ isApplied: false, why: 'fenced', record });
    expect(await life.send(record, { name: 'begun' }, held)).toMatchObject({ isApplied: true });
  });

  it('of an execution that was removed is missing', async () => {
    const { life } = living();
    const id = await createdExecution(store);
    const read = (await store.read(id))!;
    await told(store, id, { name: 'neverBegan', state: 'FAILED' });
    await store.remove(id);
    const missing = { isApplied: false, why: 'missing', record: undefined };
    expect(await life.send(read, { name: 'begun' })).toEqual(missing);
    expect(await life.sendTo(id, { name: 'stopAsked', by: 'ada' })).toEqual(missing);
  });

  it('whose store always answers that another one came first is a defect, not a loop', async () => {
    const apply: LifeStore['apply'] = async () => ({ outcome: 'conflict' });
    const id = await createdExecution(store);
    const record = await store.read(id);
    const { life } = living({ apply, read: async () => record });
    await expect(life.sendTo(id, { name: 'stopAsked', by: 'ada' })).rejects.toThrow(
      `The execution ${id} changed 1000 times before stopAsked could be recorded`,
    );
  });

  it('ends an execution once, however many processes send it', async () => {
    const id = await createdExecution(store);
    const read = await told(store, id, { name: 'begun' });
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        living().life.send(read, {
          name: 'finished',
          state: index % 2 === 0 ? 'SUCCESS' : 'FAILED',
          reason: `${index}`,
        }),
      ),
    );
    const applied = ends.filter(({ isApplied }) => isApplied);
    expect(applied).toHaveLength(1);
    expect(seen).toEqual([`ended ended ${applied[0]!.record!.state} ${applied[0]!.record!.reason}`]);
    expect(ends.filter((end) => !end.isApplied && end.why === 'ended')).toHaveLength(19);
  });
});

it('nobody waits for the queue when an execution is accepted', async () => {
  let added = (): void => undefined;
  const slow = living({}, () => new Promise<void>((resolve) => (added = resolve)));
  await expect(slow.life.create(executionCreation())).resolves.toMatchObject({ outcome: 'created' });
  added();
});

it('the life of a store alone queues what is to be queued', async () => {
  const life = lifeOf(store, (id) => queued.push(id));
  const id = await createdExecution(life);
  await life.sendTo(id, { name: 'stopAsked', by: 'ada' });
  expect(queued).toEqual([id, id]);
});
