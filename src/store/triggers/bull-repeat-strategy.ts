import type { RepeatOptions } from 'bullmq';
import { nextMoment } from './next-tick.ts';

/**
 * When BullMQ's job schedulers add their next job, in milliseconds: at the next moment, of which one job processes all
 * ticks. Queue and worker must have the same, because each adds some of the jobs.
 */
export async function repeatStrategy(
  time: number,
  { pattern: cron = '', tz: timezone = 'UTC' }: RepeatOptions,
): Promise<number | undefined> {
  return (await nextMoment({ triggerId: '', cron, timezone }, new Date(time)))?.getTime();
}
