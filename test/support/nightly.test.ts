import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const load = async (setting: string | undefined) => {
  vi.stubEnv('FLOWGATE_TEST_ALL', setting);
  vi.resetModules();
  return import('./nightly.ts');
};
beforeEach(() => vi.stubEnv('FLOWGATE_TEST_SEED', '7'));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it('tries samples, with the same seed in each run', async () => {
  const { isNightly, runs, sampleOf } = await load(undefined);
  expect(isNightly).toBe(false);
  expect(runs(100, 5)).toEqual({ numRuns: 5, seed: 7 });
  expect(sampleOf([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
  expect(sampleOf([1, 2], 3)).toEqual([1, 2]);
});

it('tries everything at night', async () => {
  const { isNightly, runs, sampleOf } = await load('on');
  expect(isNightly).toBe(true);
  expect(runs(100, 5)).toEqual({ numRuns: 100, seed: 7 });
  expect(sampleOf([1, 2, 3, 4], 2)).toEqual([1, 2, 3, 4]);
});
