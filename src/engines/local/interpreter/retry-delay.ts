import { maxGrownPause } from '../../../language/execution-plan/run-limits.ts';
import type { RetryPolicy } from '../../../language/flow/flow.ts';

/**
 * Milliseconds to wait after a failed attempt; undefined if the flow times out before the next one can start.
 * @param attempt the number of the failed attempt; the first one is 1
 * @param random at least 0 and less than 1
 * @param left milliseconds until the flow times out; undefined without a timeout
 */
export function retryDelay(
  { type, interval, maxInterval, delayFactor }: RetryPolicy,
  attempt: number,
  { random, left }: { readonly random: () => number; readonly left: number | undefined },
): number | undefined {
  const max = maxInterval === undefined ? undefined : maxInterval.seconds * 1000;
  let pause = interval.seconds * 1000;
  if (type === 'random') pause += random() * ((max ?? 0) - pause);
  if (type === 'exponential')
    for (let step = 1; step < attempt; step++) pause = Math.min(pause * delayFactor, maxGrownPause);
  if (max !== undefined) pause = Math.min(pause, max);
  return left !== undefined && pause >= left ? undefined : Math.round(pause);
}
