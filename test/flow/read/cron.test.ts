import { describe, expect, test } from 'vitest';
import { cronFault } from '../../../src/flow/read/cron.ts';

describe('cronFault', () => {
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
  ])('%s is a schedule', (text) => expect(cronFault(text)).toBeUndefined());

  test.each([
    ['', 'five fields'],
    ['* * * *', 'five fields'],
    ['0 * * * * *', 'five fields'],
    ['60 * * * *', 'minute'],
    ['* 24 * * *', 'hour'],
    ['* * 0 * *', 'day of month'],
    ['* * * 13 *', 'month'],
    ['* * * * 8', 'day of week'],
    ['5-1 * * * *', 'minute'],
    ['*/0 * * * *', 'minute'],
    ['1,,2 * * * *', 'minute'],
    ['L * * * *', 'minute'],
    ['* * * feb-jan *', 'month'],
    ['0 0 30 2 *', 'no month in 2 has a day 30'],
    ['0 0 31 4,6 *', 'no month in 4,6 has a day 31'],
    ['@reboot', '@daily'],
    ['@DAILY', '@daily'],
  ])('%s is none: %s', (text, reason) => expect(cronFault(text)).toContain(reason));
});
