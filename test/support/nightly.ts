/** How much is tested; see `extentOf`. */
export interface Extent {
  /** Whether everything is tested. */
  readonly isNightly: boolean;
  /** With how many random values a property is tried. @param few outside of a nightly run */
  runs(all: number, few: number): { readonly numRuns: number; readonly seed: number };
  /** Some items of a list, at equal distances, with the first and the last; all of them in a nightly run. */
  sampleOf<Item>(all: readonly Item[], count: number): readonly Item[];
}

/**
 * `npm run test:all` tests everything, each night. `npm test` tries samples of what takes long, and leaves out what needs
 * a build of its own. Random tests have the same seed in each run, so that a change fails only by what it has changed.
 */
export function extentOf({ FLOWGATE_TEST_ALL, FLOWGATE_TEST_SEED = '1' }: NodeJS.ProcessEnv): Extent {
  const isNightly = FLOWGATE_TEST_ALL === 'on';
  return {
    isNightly,
    runs: (all, few) => ({ numRuns: isNightly ? all : few, seed: Number(FLOWGATE_TEST_SEED) }),
    sampleOf: (all, count) => {
      if (isNightly || all.length <= count) return all;
      const distance = (all.length - 1) / Math.max(1, count - 1);
      return Array.from({ length: count }, (_, index) => all[Math.round(index * distance)]!);
    },
  };
}

export const { isNightly, runs, sampleOf } = extentOf(process.env);
