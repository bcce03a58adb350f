import { expect, it } from 'vitest';
import { targetRow } from '../../web/src/components/row-focus.ts';
import { formatDuration } from '../../web/src/formats/format-duration.ts';
import { formatRelative } from '../../web/src/formats/format-time.ts';

it.each([
  [-5, '0ms'],
  [400, '400ms'],
  [1_500, '1.5s'],
  [42_900, '42s'],
  [65_000, '1m 05s'],
  [7_380_000, '2h 03m'],
  [273_600_000, '3d 04h'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

it.each([
  [0, 'just now'],
  [3_000, 'just now'],
  [20_000, 'in a moment'],
  [-5 * 60_000, '5 min. ago'],
  [2.5 * 3_600_000, 'in 2 hr.'],
  [-26 * 3_600_000, '1 day ago'],
])('%i milliseconds from now are %s', (difference, text) => {
  const now = Date.UTC(2026, 0, 1);
  expect(formatRelative(now + difference, now)).toBe(text);
});

it.each([
  ['ArrowDown', -1, 0],
  ['j', 0, 1],
  ['ArrowDown', 2, 2],
  ['ArrowUp', -1, 0],
  ['k', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['x', 0, undefined],
])('%s moves from row %i to row %j', (key, focused, target) => {
  expect(targetRow({ key, focused, count: 3 })).toBe(target);
  expect(targetRow({ key, focused, count: 0 })).toBeUndefined();
});
