import { describe, expect, it } from 'vitest';
import { nextMoment, nextTick, ticksOf } from '../../../src/store/triggers/next-tick.ts';
import { clockChanges, kindsOf, libraries, libraryTicks, ownTicks, ticksByRule, tried } from './clock-changes.ts';

const scheduleOf = (cron: string, timezone: string) => ({ triggerId: 'tried', cron, timezone });

async function ticksFrom(cron: string, timezone: string, from: string, count: number): Promise<readonly string[]> {
  const ticks: string[] = [];
  for (let last = new Date(from); ticks.length < count;) {
    const tick = await nextTick(scheduleOf(cron, timezone), last);
    if (tick === undefined) break;
    ticks.push(tick.toISOString().replace(':00.000Z', 'Z'));
    last = tick;
  }
  return ticks;
}

describe('when clocks are put forward', () => {
  it.each([
    ['0 0 28 3 *', 'Asia/Beirut', '2026-04-01T00:00:00Z', ['2027-03-27T22:00Z', '2028-03-27T21:00Z']],
    ['0 0 * * *', 'Africa/Cairo', '2026-04-23T00:00:00Z', ['2026-04-23T22:00Z', '2026-04-24T21:00Z']],
    ['0 0 * * *', 'America/Santiago', '2026-09-05T12:00:00Z', ['2026-09-06T04:00Z', '2026-09-07T03:00Z']],
    ['@daily', 'America/Havana', '2026-03-07T12:00:00Z', ['2026-03-08T05:00Z', '2026-03-09T04:00Z']],
    ['0 2 * * *', 'America/New_York', '2026-03-08T00:00:00Z', ['2026-03-08T07:00Z', '2026-03-09T06:00Z']],
  ])('the fixed tick of %s in %s is due when the skipped time ends', async (cron, timezone, from, expected) => {
    expect(await ticksFrom(cron, timezone, from, expected.length)).toEqual(expected);
  });

  it.each([
    ['0,15,30 2,3 * * *', 'America/New_York', '2026-03-08T06:59:00Z', '2026-03-08T07:00:00.000Z', 4],
    ['0,15,30,45 2 * * *', 'Australia/Lord_Howe', '2026-10-03T15:29:00Z', '2026-10-03T15:30:00.000Z', 3],
    ['20,40 2 * * *', 'America/New_York', '2026-03-08T06:59:00Z', '2026-03-08T07:00:00.000Z', 2],
  ])('each skipped tick of %s in %s is due once', async (cron, timezone, from, end, count) => {
    const schedule = scheduleOf(cron, timezone);
    expect(await nextMoment(schedule, new Date(from))).toEqual(new Date(end));
    const ticks = await ticksOf(schedule, new Date(end));
    expect(ticks.map((tick) => tick.getTime() - Date.parse(end))).toEqual(Array.from({ length: count }, (_, at) => at));
    // While they are processed, the next moment is after them.
    const next = await nextMoment(schedule, new Date(Date.parse(end) + 1));
    expect(next?.getTime()).toBeGreaterThan(Date.parse(end) + 1_000);
    expect(next).toEqual(await nextTick(schedule, ticks.at(-1)!));
  });

  it.each([
    ['*/15 * * * *', ['2026-03-08T06:45Z', '2026-03-08T07:00Z', '2026-03-08T07:15Z']],
    ['*/30 2 * * *', ['2026-03-09T06:00Z', '2026-03-09T06:30Z']],
    ['@hourly', ['2026-03-08T07:00Z', '2026-03-08T08:00Z']],
  ])('the interval %s goes on', async (cron, expected) => {
    expect(await ticksFrom(cron, 'America/New_York', '2026-03-08T06:30:00Z', expected.length)).toEqual(expected);
  });
});

describe('when clocks are put back', () => {
  it.each([
    ['30 1 * * *', '2026-11-01T05:20:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    ['*/30 1 * * *', '2026-11-01T05:20:00Z', ['2026-11-01T05:30Z', '2026-11-01T06:00Z', '2026-11-01T06:30Z']],
    ['0 * * * *', '2026-11-01T04:20:00Z', ['2026-11-01T05:00Z', '2026-11-01T06:00Z', '2026-11-01T07:00Z']],
  ])('%s is due once if it is fixed, and goes on if it is an interval', async (cron, from, expected) => {
    expect(await ticksFrom(cron, 'America/New_York', from, expected.length)).toEqual(expected);
  });

  it('a fixed tick is not due again when it is computed while the time is repeated', async () => {
    expect(await ticksFrom('30 1 * * *', 'America/New_York', '2026-11-01T06:10:00Z', 1)).toEqual(['2026-11-02T06:30Z']);
  });
});

describe('each kind of change in ten years', () => {
  // `npm run test:hard -- schedules` tries every change of every zone.
  const changes = clockChanges(2024, 2034);
  const kinds = kindsOf(changes);

  it('is known for the zones at hand', () => {
    expect(changes.length).toBeGreaterThan(100);
    expect(kinds.length).toBeGreaterThan(5);
  });

  it.each(kinds)('has the ticks of the rule: $timezone', async (change) => {
    for (const cron of tried.fixed)
      expect([cron, ...(await ownTicks(cron, change))]).toEqual([cron, ...ticksByRule(cron, false, change)]);
    for (const cron of tried.interval)
      expect([cron, ...(await ownTicks(cron, change))]).toEqual([cron, ...ticksByRule(cron, true, change)]);
  });

  it('is the only time at which libraries differ', async () => {
    const [change] = kinds;
    const quiet = { ...change!, at: Date.UTC(2026, 5, 15) };
    for (const cron of [...tried.fixed, ...tried.interval]) {
      const own = await ownTicks(cron, quiet);
      for (const library of Object.keys(libraries) as (keyof typeof libraries)[])
        expect([library, cron, ...libraryTicks(library, cron, quiet)]).toEqual([library, cron, ...own]);
    }
  });
});
