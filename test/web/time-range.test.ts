import { expect, it } from 'vitest';
import { limitsOf, localInputText, rangeParams, timeOfLocalInput, timeText } from '../../web/src/lists/time-range.ts';

const now = Date.parse('2026-01-02T03:04:05.000Z');

it('a relative range stays relative in the address, and has its limits only when it is asked for', () => {
  const range = rangeParams({ range: '1h', from: '2026-01-01' });
  expect(range).toEqual({ range: '1h' });
  expect(limitsOf(range, now)).toEqual({ from: '2026-01-02T02:04:05.000Z' });
  expect(limitsOf(range, now + 3_600_000)).toEqual({ from: '2026-01-02T03:04:05.000Z' });
});

it('absolute times in the address are used as they are, and invalid ones are ignored', () => {
  const range = rangeParams({ from: '2026-01-01', to: '2026-01-02T03:04:05+01:00', range: 'yesterday' });
  expect(range).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T02:04:05.000Z' });
  expect(limitsOf(range, now)).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T02:04:05.000Z' });
  expect(limitsOf(rangeParams({ from: 'soon' }), now)).toEqual({});
  expect(limitsOf(rangeParams({ range: 'all' }), now)).toEqual({});
});

it('a time keeps its minute on the way through an input of the browser', () => {
  const time = '2026-01-02T03:04:00.000Z';
  expect(timeOfLocalInput(localInputText(time))).toBe(time);
  expect(localInputText(undefined)).toBe('');
  expect(timeOfLocalInput('')).toBeUndefined();
});

it('has words', () => {
  expect(timeText({ range: '24h' })).toBe('last 24 hours');
  expect(timeText({ range: 'all' })).toBeUndefined();
  expect(timeText({})).toBeUndefined();
  expect(timeText({ from: '2026-01-02T03:04:05.000Z' })).toMatch(/^from 2026-01-0/);
});
