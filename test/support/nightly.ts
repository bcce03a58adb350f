/**
 * Whether everything is tested, as `npm run test:all` does each night. `npm test` tries samples of what takes long, and
 * leaves out what needs a build of its own.
 */
export const isNightly = process.env.FLOWGATE_TEST_ALL === 'on';

/** The seed of random tests: the same in each run, so that a change fails only by what it has changed. */
export const randomSeed = Number(process.env.FLOWGATE_TEST_SEED ?? 1);

/** How many random values a property is tried with. @param few outside of a nightly run */
export function runs(all: number, few: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: isNightly ? all : few, seed: randomSeed };
}

/** Some items of a list, at equal distances, with the first and the last; all of them in a nightly run. */
export function sampleOf<Item>(all: readonly Item[], count: number): readonly Item[] {
  if (isNightly || all.length <= count) return all;
  const distance = (all.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => all[Math.round(index * distance)]!);
}
