import { expect, it } from 'vitest';
import { readExpiry } from '../../../../src/faces/cli/tokens/read-expiry.ts';

const now = new Date('2026-01-02T03:04:05.678Z');

it.each([
  ['90d', '2026-04-02T03:04:05.678Z'],
  ['1D', '2026-01-03T03:04:05.678Z'],
  ['2027-01-01', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T08:00:00+02:00', '2027-01-01T06:00:00.000Z'],
  ['2027-01-01T08:00Z', '2027-01-01T08:00:00.000Z'],
  ['never', null],
])('reads %s', (text, time) => {
  expect(readExpiry(text, now)).toBe(time);
});

it.each([
  '',
  '90',
  'd',
  '-1d',
  '3 months',
  '2027-13-01',
  '2027-02-30',
  '2027-02-45',
  '2027-01-01T25:00Z',
  '2027-01-01T08:00',
  '01/02/2027',
  '1234567d',
])('rejects %j', (text) => {
  expect(() => readExpiry(text, now)).toThrow(/is not a time for --expires/);
});
