import { getNextMillis } from 'bullmq';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cronProblem, isIntervalCron, isSameCron, plainCron } from '../../../../src/language/flow/read/cron.ts';

describe('cronProblem', () => {
  test.each([
    '* * * * *',
    '*/15 0-6,22 1,15 * MON-FRI',
    '0 12 * jan,Dec 0',
    '5/10 0 * * 7',
    '0 0 29 2 *',
    '0 0 31 2 MON',
    '0 0 31 2,3 *',
    '  0   0 * * * ',
    '@daily',
    '@hourly',
    '0 22-2 * * sat-mon',
  ])('%s is valid', (text) => expect(cronProblem(text)).toBeUndefined());

  test.each([
    ['', 'five fields'],
    ['* * * *', 'five fields'],
    ['0 * * * * *', 'five fields'],
    ['60 * * * *', 'minute'],
    ['* 24 * * *', 'hour'],
    ['* * 0 * *', 'day of month'],
    ['* * * 13 *', 'month'],
    ['* * * * 8', 'day of week'],
    ['H * * * *', 'Jenkins'],
    ['H/15 2 * * *', 'Jenkins'],
    ['0 H(0-7) * * *', 'Jenkins'],
    ['*/0 * * * *', 'minute'],
    ['1,,2 * * * *', 'minute'],
    ['L * * * *', 'minute'],
    ['0 0 30 2 *', 'no month in 2 has a day 30'],
    ['0 0 30 2 *,1', 'no month in 2 has a day 30'],
    ['0 0 31 4,6 *', 'no month in 4,6 has a day 31'],
    ['@reboot', '@daily'],
    ['@DAILY', '@daily'],
  ])('%s is invalid: %s', (text, reason) => expect(cronProblem(text)).toContain(reason));
});

describe('plainCron', () => {
  test.each([
    ['0 2 * * *', '0 2 * * *'],
    ['@daily', '@daily'],
    ['0,30,*/15,5 */7,22 * * *', '*/15,5 */7,22 * * *'],
    ['  *,5   1-3,2 *\t* 0,7,mon ', '* 1,2,3 * * 0,1'],
    ['0 0 1 */6,jan sun,mon-6', '0 0 1 1,7 0,1,2,3,4,5,6'],
    ['0 22-2 * * sat-mon', '0 0,1,2,22,23 * * 0,1,6'],
    ['50-10/10 * 30-2 nov-feb *', '0,10,50 * 1,2,30,31 1,2,11,12 *'],
  ])('%s becomes %s for the scheduler', (text, plain) => expect(plainCron(text)).toBe(plain));

  test('converts every valid schedule to one that the scheduler accepts', () => {
    const number = fc.constantFrom(
      '0',
      '1',
      '5',
      '05',
      '12',
      '23',
      '29',
      '30',
      '31',
      '59',
      '6',
      '7',
      'mon',
      'Fri',
      'jan',
      'DEC',
      'sun',
    );
    const step = fc.constantFrom('', '/1', '/2', '/15', '/70', '/9999');
    const item = fc
      .tuple(
        fc.oneof(
          fc.constant('*'),
          number,
          fc.tuple(number, number).map((ends) => ends.join('-')),
        ),
        step,
      )
      .map((parts) => parts.join(''));
    const field = fc.oneof(
      fc.constant('*'),
      fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(',')),
    );
    const now = Date.parse('2026-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.array(field, { minLength: 5, maxLength: 5 }), (words) => {
        const text = words.join(' ');
        fc.pre(cronProblem(text) === undefined);
        expect(getNextMillis(now, { pattern: plainCron(text), tz: 'UTC' })).toBeGreaterThan(now);
      }),
      { numRuns: 500, maxSkipsPerRun: 1_000 },
    );
  });
});

test('a schedule with a * in the minute or the hour is an interval', () => {
  for (const text of ['* * * * *', '*/15 2 * * *', '0 * * * *', '5,*/20 3 1 1 *', '@hourly'])
    expect([text, isIntervalCron(plainCron(text))]).toEqual([text, true]);
  for (const text of ['0 2 * * *', '0-59/15 0-23 * * *', '0,30 2 */2 */3 */4', '@daily'])
    expect([text, isIntervalCron(plainCron(text))]).toEqual([text, false]);
});

test('schedules are the same however they are written', () => {
  expect(isSameCron('0,15,30,45 * * * *', '*/15,30 * * * *')).toBe(true);
  expect(isSameCron('0 2 * * sat-mon', '0 2 * * 0,1,6')).toBe(true);
  expect(isSameCron('@daily', '@daily')).toBe(true);
  expect(isSameCron('0 2 * * *', '0 3 * * *')).toBe(false);
});
