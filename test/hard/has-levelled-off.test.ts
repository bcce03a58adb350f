import { expect, it } from 'vitest';
import { hasLevelledOff } from './support/has-levelled-off.ts';

const allowance = { factor: 1.2, slack: 10 };
const samples = (value: (index: number) => number) => Array.from({ length: 100 }, (_, index) => value(index));

it.each([
  ['what stays as it is', () => 500, true],
  ['what grows at first and stays', (index: number) => Math.min(index * 50, 1_000), true],
  ['what goes up and down', (index: number) => 500 + (index % 10) * 30, true],
  ['what has one peak', (index: number) => (index === 90 ? 9_000 : 500), true],
  ['what grows all the time', (index: number) => 500 + index * 10, false],
  ['what grows in steps', (index: number) => 500 + Math.floor(index / 20) * 200, false],
] as const)('%s', (_, value, isLevel) => {
  expect(hasLevelledOff(samples(value), allowance)).toBe(isLevel);
});
