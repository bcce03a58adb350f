import { expect, it } from 'vitest';
import { hasLevelledOff } from './support/has-levelled-off.ts';

const allowance = { factor: 1.2, slack: 10 };
const samples = (value: (index: number) => number) => Array.from({ length: 100 }, (_, index) => value(index));

it.each([
  ['a constant value', () => 500, true],
  ['a value that grows at first and then stays constant', (index: number) => Math.min(index * 50, 1_000), true],
  ['a value that goes up and down', (index: number) => 500 + (index % 10) * 30, true],
  ['a value with one peak', (index: number) => (index === 90 ? 9_000 : 500), true],
  ['a value that keeps growing', (index: number) => 500 + index * 10, false],
  ['a value that grows in steps', (index: number) => 500 + Math.floor(index / 20) * 200, false],
] as const)('%s', (_, value, isLevel) => {
  expect(hasLevelledOff(samples(value), allowance)).toBe(isLevel);
});
