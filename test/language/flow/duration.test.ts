import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../../src/language/flow/duration.ts';

describe('parseDuration', () => {
  test.each([
    ['90s', 90],
    ['15m', 900],
    ['2h', 7200],
    ['1h30m', 5400],
    ['1h30m15s', 5415],
    ['1h15s', 3615],
    ['0.5s', 0.5],
    ['1.5h', 5400],
    ['0s', 0],
  ])('%s has %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toEqual({ text, seconds });
  });

  test.each([
    '',
    '90',
    's',
    '90 s',
    '1d',
    '90S',
    'PT90S',
    '30m1h',
    '1h1h',
    '-5s',
    '.5s',
    '1e3s',
    ' 5s',
    '5s\n',
    '9999999999s',
  ])('%j is not a duration', (text) => expect(parseDuration(text)).toBeUndefined());
});
