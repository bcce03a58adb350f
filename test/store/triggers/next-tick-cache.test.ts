import { expect, it, vi } from 'vitest';
import type { FlowSchedule } from '../../../src/store/revisions/flow-revision.ts';
import { NextTickCache } from '../../../src/store/triggers/next-tick-cache.ts';
import type { nextTick } from '../../../src/store/triggers/next-tick.ts';

const hour = 60 * 60 * 1000;
const now = new Date('2026-01-02T03:04:05Z');
const schedule = (cron: string): FlowSchedule => ({ triggerId: 'nightly', cron, timezone: 'UTC' });

/** Each schedule is due that many hours after the time; `never` never is. */
function ticks() {
  const next = vi.fn<typeof nextTick>(async ({ cron }, time) =>
    cron === 'never' ? undefined : new Date(time.getTime() + Number(cron) * hour),
  );
  return { next, of: new NextTickCache(next) };
}

it('is the first of several', async () => {
  const { of } = ticks();
  expect(await of.first([schedule('3'), schedule('never'), schedule('2')], now)).toEqual(
    new Date(now.getTime() + 2 * hour),
  );
  expect(await of.first([schedule('never')], now)).toBeUndefined();
  expect(await of.first([], now)).toBeUndefined();
});

it('is computed again only once it has passed', async () => {
  const { of, next } = ticks();
  const first = await of.first([schedule('1')], now);
  expect(await of.first([schedule('1')], new Date(now.getTime() + hour / 2))).toEqual(first);
  expect(next).toHaveBeenCalledTimes(1);
  const later = new Date(now.getTime() + hour);
  expect(await of.first([schedule('1')], later)).toEqual(new Date(later.getTime() + hour));
});

it('is computed again when the clock has gone backwards', async () => {
  const { of } = ticks();
  await of.first([schedule('1')], now);
  const earlier = new Date(now.getTime() - 2 * hour);
  expect(await of.first([schedule('1')], earlier)).toEqual(new Date(earlier.getTime() + hour));
});
