import { SeededRandom as Numbers } from '../../../src/faces/flow-tests/run/seeded-random.ts';

/** The seed of this run; `FLOWGATE_HARD_SEED` repeats an earlier one. */
export const runSeed = Number(process.env.FLOWGATE_HARD_SEED ?? Math.floor(Date.now() / 1000) % 1_000_000);

/** Random numbers that are the same for the same seed. */
export interface SeededRandom {
  /** A number of at least 0 and less than 1. */
  next(): number;
  /** A whole number of at least 0 and less than `end`. */
  below(end: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** @param seed two numbers, such as that of a run and that of a case in it */
export function seededRandom(seed: number, index = 0): SeededRandom {
  // The golden ratio keeps cases of one run apart.
  const { next } = new Numbers(seed ^ Math.imul(index + 1, 0x9e3779b9));
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (items) => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[below(items.length)]!;
    },
  };
}
