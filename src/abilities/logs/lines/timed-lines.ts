import type { LogTime } from '../../../store/executions/redis/redis-log-store.ts';
import type { LogText } from './log-lines.ts';

/** Adjacent lines that were written at one time. */
export interface TimedLines extends LogText {
  /** Undefined if that is not known. */
  readonly at: Date | undefined;
}

const lineFeed = 0x0a;

/**
 * Splits lines by when they were written.
 * @param texts in order
 * @param times in order
 */
export function timedLines(texts: readonly LogText[], times: readonly LogTime[]): readonly TimedLines[] {
  const timed: TimedLines[] = [];
  let next = 0;
  for (const { start, bytes } of texts) {
    while (next < times.length && times[next]!.offset <= start) next++;
    let from = 0;
    for (; next < times.length && times[next]!.offset < start + bytes.length; next++) {
      // A line has the time at which it began.
      const to = bytes.indexOf(lineFeed, times[next]!.offset - start - 1) + 1;
      if (to === 0) break;
      if (to > from) timed.push({ start: start + from, bytes: bytes.subarray(from, to), at: times[next - 1]?.at });
      from = to;
    }
    if (from < bytes.length) timed.push({ start: start + from, bytes: bytes.subarray(from), at: times[next - 1]?.at });
  }
  return timed;
}
