import { quantile } from '../../../bench/rig/statistics.ts';

export interface GrowthAllowance {
  /** The factor by which the end may exceed the middle. */
  readonly factor: number;
  /** The additional allowance, in the unit of the values. */
  readonly slack: number;
}

/**
 * Whether a regularly sampled value has stopped growing: the median of the last quarter is close to that of the second
 * quarter. The first quarter is for warming up.
 */
export function hasLevelledOff(samples: readonly number[], { factor, slack }: GrowthAllowance): boolean {
  const { middle, end } = middleAndEnd(samples);
  return end <= middle * factor + slack;
}

/** The medians that are compared. */
export function middleAndEnd(samples: readonly number[]): { readonly middle: number; readonly end: number } {
  const quarter = Math.floor(samples.length / 4);
  return { middle: quantile(samples.slice(quarter, 2 * quarter), 0.5), end: quantile(samples.slice(-quarter), 0.5) };
}
