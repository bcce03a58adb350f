import { expect, it } from 'vitest';
import { RepeatedWarnings } from '../../../src/base/log/repeated-warnings.ts';

function warningsAt() {
  const logged: unknown[] = [];
  const clock = { now: 0 };
  const logger = { warn: (fields: unknown, message: unknown) => logged.push([fields, message]) };
  return { warnings: new RepeatedWarnings(logger as never, () => clock.now), clock, logged };
}

it('logs a warning that repeats at most every half minute, and how often it did', () => {
  const { warnings, clock, logged } = warningsAt();
  for (clock.now = 0; clock.now <= 60_000; clock.now += 100)
    warnings.warn({ reason: 'refused' }, 'Redis is unreachable');
  expect(logged).toEqual([
    [{ reason: 'refused' }, 'Redis is unreachable'],
    [{ reason: 'refused', repeated: 299 }, 'Redis is unreachable'],
    [{ reason: 'refused', repeated: 299 }, 'Redis is unreachable'],
  ]);
});

it('logs different warnings, and the same one after a quiet time, as they come', () => {
  const { warnings, clock, logged } = warningsAt();
  warnings.warn({ what: 'schedule', reason: 'refused' }, 'failed');
  warnings.warn({ what: 'trigger', reason: 'refused' }, 'failed');
  warnings.warn({ what: 'trigger', reason: 'timed out' }, 'failed');
  clock.now = 40_000;
  warnings.warn({ what: 'schedule', reason: 'refused' }, 'failed');
  expect(logged).toHaveLength(4);
  expect(logged[3]).toEqual([{ what: 'schedule', reason: 'refused' }, 'failed']);
});
