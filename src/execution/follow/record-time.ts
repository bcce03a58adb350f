import type { ExecutionRecord } from '../record/execution-record.ts';

/** A time of Jenkins' clock, which may differ from ours, such that the times of a record neither go backwards nor lie ahead. */
export function recordTime({ history }: Pick<ExecutionRecord, 'history'>, time: Date, now: Date): Date {
  const earliest = Date.parse(history.at(-1)?.at ?? '');
  return new Date(Math.min(Math.max(time.getTime(), earliest), now.getTime()));
}
