import { quantile } from './quantile.ts';

export interface GrowthAllowance {
  /** How much more the end may be than the middle, as a factor. */
  readonly factor: number;
  /** And beside that, in the unit of the values. */
  readonly slack: number;
}

/**
 * Whether a value that was sampled at regular times has stopped growing: the median of the last quarter is about that of
 * the second quarter. The first quarter is for warming up.
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
