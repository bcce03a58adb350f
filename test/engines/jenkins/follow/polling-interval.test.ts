import { expect, it } from 'vitest';
import { usualPace } from '../../../../src/base/timers/pace.ts';
import { PollingInterval } from '../../../../src/engines/jenkins/follow/polling-interval.ts';

it.each([
  ['nothing', 0, 0, 200],
  ['one that has just begun', 1, 1, 230],
  ['one of six seconds', 1, 6_000, 230],
  ['one of fifteen seconds', 1, 15_000, 500],
  ['one of an hour', 1, 3_600_000, 1_000],
  ['many', 5, 100, 1_000],
  ['many of which one is being stopped', 5, 0, 230],
])('looks at %s', (_, count, age, milliseconds) => {
  const polling = new PollingInterval(usualPace.follow);
  polling.begin(count, age)('done');
  expect(Math.round(polling.pause)).toBe(milliseconds);
});

it('waits at least a second after a failure', () => {
  const polling = new PollingInterval(usualPace.follow);
  polling.begin(1, 0)('failed');
  expect([polling.hasFailed, polling.pause]).toEqual([true, 1_000]);
});
