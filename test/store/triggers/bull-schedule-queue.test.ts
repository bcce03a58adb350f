import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectWaitingRedis } from '../../../src/store/redis/connect-redis.ts';
import type { ScheduledFlow } from '../../../src/store/revisions/revision-store.ts';
import { BullScheduleQueue } from '../../../src/store/triggers/bull-schedule-queue.ts';
import { BullScheduleWorker } from '../../../src/store/triggers/bull-schedule-worker.ts';
import { nextTick } from '../../../src/store/triggers/next-tick.ts';
import { ScheduleKeeper } from '../../../src/store/triggers/schedule-keeper.ts';
import type { Tick } from '../../../src/store/triggers/schedule.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

const flow = { namespace: 'examples', id: 'hello' };
const nightly = { flow, triggerId: 'nightly', cron: '0 2 * * *', timezone: 'Europe/Berlin' };
// Flows cannot use seconds, but tests can.
const everySecond = { flow, triggerId: 'often', cron: '* * * * * *', timezone: 'UTC' };

let test: TestRedis;
let queue: BullScheduleQueue;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  test = await startTestRedis();
  queue = new BullScheduleQueue(test.redis);
});
beforeEach(() => test.redis.flushall());
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(async () => {
  await queue.close();
  await test.stop();
});

function startWorker(process: (tick: Tick) => Promise<void>): void {
  const connection: Redis = connectWaitingRedis({ socketPath: test.server.socketPath });
  const worker = new BullScheduleWorker({ connection, process, report: () => undefined });
  stops.push(async () => {
    await worker.stop();
    connection.disconnect();
  });
}

/** How often a command is sent while no other is in progress, so that the caller waits for a Redis round trip. */
async function countWaits(work: () => Promise<void>): Promise<number> {
  const send = test.redis.sendCommand.bind(test.redis);
  let [underWay, waits] = [0, 0];
  const counting = vi.spyOn(test.redis, 'sendCommand').mockImplementation((command, stream) => {
    if (underWay++ === 0) waits += 1;
    const end = () => void (underWay -= 1);
    command.promise.then(end, end);
    return send(command, stream);
  });
  await work();
  counting.mockRestore();
  return waits;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('schedules', () => {
  it('are added, changed and removed', async () => {
    const names = async () =>
      (await queue.list())
        .map(({ flow: { namespace, id }, triggerId, cron }) => `${namespace} ${id} ${triggerId} ${cron}`)
        .toSorted();
    await queue.put([nightly]);
    await queue.put([{ ...nightly, flow: { namespace: 'a.b', id: 'Other.Flow' }, triggerId: 'x-1' }]);
    expect(await names()).toEqual(['a.b Other.Flow x-1 0 2 * * *', 'examples hello nightly 0 2 * * *']);
    await queue.put([{ ...nightly, cron: '30 2 * * *' }]);
    expect(await names()).toContain('examples hello nightly 30 2 * * *');
    await queue.remove([nightly]);
    expect(await queue.list()).toHaveLength(1);
    expect(await test.redis.keys('*')).toSatisfy((keys: string[]) =>
      keys.every((key) => key.startsWith('{flowgate}:')),
    );
  });

  it('are added and removed in batches, with few round trips to Redis', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ ...nightly, triggerId: `t${index}` }));
    await queue.put([nightly]);
    const waits = await countWaits(async () => {
      await queue.put(many);
      await queue.remove(many);
    });
    expect(await queue.list()).toHaveLength(1);
    expect(waits).toBeGreaterThan(0);
    expect(waits).toBeLessThan(20);
  });

  it('that fail do not affect the others', async () => {
    const broken = { ...nightly, triggerId: 'broken', cron: 'never' };
    await expect(queue.put([broken, nightly])).rejects.toBeInstanceOf(Error);
    expect(await queue.list()).toMatchObject([{ triggerId: 'nightly' }]);
  });

  it('keep their due tick when they are added again', async () => {
    const due = async () => (await queue.list()).map(({ next }) => next);
    await queue.put([everySecond]);
    const before = await due();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await queue.put([everySecond]);
    expect(await due()).toEqual(before);
  });

  it('return their next due time, in their time zone', async () => {
    const next = async (time: string) => (await nextTick(nightly, new Date(time)))?.toISOString();
    expect(await next('2026-01-10T00:00:00Z')).toBe('2026-01-10T01:00:00.000Z');
    expect(await next('2026-07-10T00:00:00Z')).toBe('2026-07-11T00:00:00.000Z');
    expect(
      (
        await nextTick({ ...nightly, cron: '@hourly', timezone: 'UTC' }, new Date('2026-01-10T00:00:00Z'))
      )?.toISOString(),
    ).toBe('2026-01-10T01:00:00.000Z');
  });
});

describe('ticks', () => {
  it('are processed once each, by one of all workers', async () => {
    const ticks: Tick[] = [];
    for (let worker = 0; worker < 3; worker++) startWorker(async (tick) => void ticks.push(tick));
    await queue.put([everySecond]);
    await Promise.all([queue.put([everySecond]), queue.put([everySecond])]);
    await until(() => ticks.length >= 3);
    const times = ticks.map(({ at }) => at.getTime());
    expect(new Set(times).size).toBe(times.length);
    expect(times.every((time) => time % 1_000 === 0)).toBe(true);
    expect(ticks[0]).toMatchObject(everySecond);
  });

  it('that clocks skipped are processed once each when the skipped time ends', async () => {
    const end = Date.parse('2026-03-08T07:00:00Z');
    const twice = { ...nightly, cron: '0,30 2 * * *', timezone: 'America/New_York' };
    vi.useFakeTimers({ toFake: ['Date'], now: end - 500 });
    try {
      await queue.put([twice]);
      expect((await queue.list())[0]?.next).toEqual(new Date(end));
      vi.setSystemTime(end + 7);
      const times: number[] = [];
      for (let worker = 0; worker < 3; worker++) startWorker(async ({ at }) => void times.push(at.getTime() - end));
      await until(() => times.length >= 2);
      await Promise.all([queue.put([twice]), queue.put([twice])]);
      expect((await queue.list())[0]?.next).toEqual(new Date('2026-03-09T06:00:00Z'));
      expect(times).toEqual([0, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are retried after an error', async () => {
    const seen: number[] = [];
    startWorker(async ({ at }) => {
      seen.push(at.getTime());
      if (seen.length > 1) return;
      await queue.remove([everySecond]);
      throw new Error('the store is unavailable');
    });
    await queue.put([everySecond]);
    await until(() => seen.length >= 2);
    expect(seen[1]).toBe(seen[0]);
  });
});

describe('the keeper', () => {
  it('makes the running schedules equal to those of the flows', async () => {
    const stored: ScheduledFlow[] = [
      { flow, schedules: [{ triggerId: 'nightly', cron: '0 2 * * *', timezone: 'UTC' }] },
    ];
    const keeper = new ScheduleKeeper({ store: { schedules: async () => stored }, queue });
    await queue.put([{ ...nightly, triggerId: 'gone' }]);
    await queue.put([nightly]);
    await keeper.keepAll();
    expect((await queue.list()).map(({ triggerId, timezone }) => [triggerId, timezone])).toEqual([['nightly', 'UTC']]);
    stored.length = 0;
    await keeper.keepAll();
    expect(await queue.list()).toEqual([]);
    await keeper.keep(flow, [{ triggerId: 'nightly', cron: '@daily', timezone: 'UTC' }]);
    expect(await queue.list()).toMatchObject([{ flow, triggerId: 'nightly', cron: '@daily' }]);
  });

  const hour = 60 * 60 * 1000;
  const hourly = { triggerId: 'hourly', cron: '0 * * * *', timezone: 'UTC' };
  const firstNext = async () => (await queue.list())[0]?.next.getTime();

  /** Runs a step while the clock shows another time. */
  async function at<Value>(time: number, step: () => Promise<Value>): Promise<Value> {
    vi.useFakeTimers({ toFake: ['Date'], now: time });
    return step().finally(() => vi.useRealTimers());
  }

  it.each([
    ['the keeper', (keeper: ScheduleKeeper) => keeper.keepAll()],
    ['a stored flow', (keeper: ScheduleKeeper) => keeper.keep(flow, [hourly])],
  ])('corrects a schedule whose next tick was set while the clock was ahead, by %s', async (_what, correct) => {
    const now = Date.parse('2026-01-10T10:30:00Z');
    const keeper = new ScheduleKeeper({ store: { schedules: async () => [{ flow, schedules: [hourly] }] }, queue });
    await at(now + 2 * hour, () => keeper.keepAll());
    expect(await firstNext()).toBe(Date.parse('2026-01-10T13:00:00Z'));
    await at(now, () => correct(keeper));
    expect(await firstNext()).toBe(Date.parse('2026-01-10T11:00:00Z'));
  });

  it('leaves a schedule alone whose tick another machine began a moment ago', async () => {
    const keeper = new ScheduleKeeper({ store: { schedules: async () => [{ flow, schedules: [hourly] }] }, queue });
    await at(Date.parse('2026-01-10T11:00:01Z'), () => keeper.keepAll());
    await at(Date.parse('2026-01-10T10:59:30Z'), () => keeper.keepAll());
    expect(await firstNext()).toBe(Date.parse('2026-01-10T12:00:00Z'));
  });
});
