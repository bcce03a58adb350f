import { expect, it } from 'vitest';
import { extentOf } from './nightly.ts';

it('tries samples, with the same seed in each run', () => {
  const { isNightly, runs, sampleOf } = extentOf({ FLOWGATE_TEST_SEED: '7' });
  expect(isNightly).toBe(false);
  expect(runs(100, 5)).toEqual({ numRuns: 5, seed: 7 });
  expect(sampleOf([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
  expect(sampleOf([1, 2, 3], 1)).toEqual([1]);
  expect(sampleOf([1, 2], 3)).toEqual([1, 2]);
});

it('tries everything at night', () => {
  const { isNightly, runs, sampleOf } = extentOf({ FLOWGATE_TEST_ALL: 'on' });
  expect(isNightly).toBe(true);
  expect(runs(100, 5)).toEqual({ numRuns: 100, seed: 1 });
  expect(sampleOf([1, 2, 3, 4], 2)).toEqual([1, 2, 3, 4]);
});
