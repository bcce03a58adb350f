import { median } from '../rig/statistics.ts';
import {
  generatedWay,
  handWrittenWay,
  measureWays,
  type BuildSample,
  type MeasuredWay,
  type MeasuringOptions,
} from './measure-builds.ts';

/** A flow and a hand-written pipeline with the same work. */
export interface BuildComparison {
  readonly tasks: number;
  readonly rounds: number;
  readonly generated: MeasuredWay;
  readonly byHand: MeasuredWay;
  /** Both with durability PERFORMANCE_OPTIMIZED; the generated one only if flows support `durability`. */
  readonly fast: readonly MeasuredWay[];
}

/**
 * The parts of the benchmark by name. `rounds` is relative to one round for 20 tasks. The many warm-up rounds are for a
 * controller that has just started.
 */
export const comparedParts = {
  one: { tasks: 1, rounds: 3, warmUp: 10, every: 50, hasVariants: false },
  twenty: { tasks: 20, rounds: 1, warmUp: 1, every: 250, hasVariants: true },
  'two-hundred': { tasks: 200, rounds: 0.6, warmUp: 1, every: 500, hasVariants: false },
} as const;

export type ComparedPart = keyof typeof comparedParts;

export async function compareBuilds(
  options: MeasuringOptions,
  part: ComparedPart,
  rounds: number,
): Promise<BuildComparison> {
  const { tasks, every, warmUp, hasVariants, rounds: share } = comparedParts[part];
  const own = Math.max(1, Math.round(rounds * share));
  const generated = await generatedWay(options, `${tasks} as generated`, tasks, { every });
  if (generated === undefined) throw new Error(`Flowgate rejects a flow of ${tasks} tasks`);
  const byHand = await handWrittenWay(options, `${tasks} by hand`, tasks, { every, isFast: false });
  const fast = hasVariants
    ? [
        await generatedWay(options, 'with `durability: performance`', tasks, { every, durability: 'performance' }),
        await handWrittenWay(options, 'by hand, with durability PERFORMANCE_OPTIMIZED', tasks, { every, isFast: true }),
      ]
    : [];
  const [first, second, ...others] = await measureWays(
    options,
    [generated, byHand, ...fast.filter((way) => way !== undefined)],
    { rounds: own, warmUp },
  );
  return { tasks, rounds: own, generated: first!, byHand: second!, fast: others };
}

export type Measure = 'seen' | 'build' | 'cpu' | 'nodes';

/** The median over the rounds. */
export function typical({ samples }: MeasuredWay, measure: Measure): number {
  return median(samples.map((sample) => sample[measure]));
}

/** The median of the results of each round, because both have the same load in a round. */
export function compared(
  { generated, byHand }: BuildComparison,
  compare: (generated: BuildSample, byHand: BuildSample) => number,
): number {
  return median(generated.samples.map((sample, round) => compare(sample, byHand.samples[round]!)));
}
