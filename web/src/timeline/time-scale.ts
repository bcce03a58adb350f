import { formatDuration } from '../formats/format-duration.ts';

/** A range of time in milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A time in which nothing ran, drawn shorter than it was. Places are parts of the whole width, from 0 to 100. */
interface Break {
  readonly left: number;
  readonly width: number;
  readonly milliseconds: number;
}

export interface TimeScale {
  /** The place of a time, from 0 to 100. */
  readonly place: (time: number) => number;
  readonly breaks: readonly Break[];
  readonly ticks: readonly { readonly left: number; readonly label: string }[];
}

/** A gap is cut out if it is at least this long, and longer than all that runs together takes. */
const minGap = 10_000;
/** The width of a gap that was cut out. */
const breakWidth = 6;
const tickCount = 4;

/**
 * Places times on a common scale from the first start to the last end. Long gaps in which nothing ran, such as the pause
 * before a retry, are cut out, so that short tasks around them stay visible.
 */
export function timeScale(spans: readonly Span[]): TimeScale {
  const busy = merged(spans);
  const first = busy[0]?.start ?? 0;
  const last = busy.at(-1)?.end ?? 0;
  const busyTime = Math.max(1, sum(busy.map(({ start, end }) => end - start)));
  const gaps = busy
    .slice(1)
    .map(({ start }, index) => ({ start: busy[index]!.end, end: start }))
    .filter(({ start, end }) => end - start >= Math.max(minGap, busyTime));
  const cut = sum(gaps.map(({ start, end }) => end - start));
  const shown = Math.max(1, last - first - cut);
  const perMillisecond = (100 - gaps.length * breakWidth) / shown;
  const place = (time: number): number => {
    let left = 0;
    let from = first;
    for (const { start, end } of gaps) {
      if (time <= start) break;
      left += (start - from) * perMillisecond;
      left += breakWidth * Math.min(1, (time - start) / (end - start));
      from = end;
      if (time <= end) return left;
    }
    return Math.min(100, left + Math.max(0, time - from) * perMillisecond);
  };
  const breaks = gaps.map(({ start, end }) => ({ left: place(start), width: breakWidth, milliseconds: end - start }));
  return { place, breaks, ticks: ticksOf(place, { first, last, hasGaps: gaps.length > 0 }) };
}

/** Even steps; where gaps are cut out, only the ends, because the steps between would be uneven. */
function ticksOf(
  place: TimeScale['place'],
  { first, last, hasGaps }: { readonly first: number; readonly last: number; readonly hasGaps: boolean },
): TimeScale['ticks'] {
  const count = hasGaps ? 1 : tickCount;
  const ticks = Array.from({ length: count + 1 }, (_, index) => {
    const time = first + ((last - first) * index) / count;
    return { left: place(time), label: formatDuration(time - first) };
  });
  // In a few milliseconds, several steps would have one label.
  return ticks.filter(({ label }, index) => label !== ticks[index - 1]?.label);
}

/** Overlapping spans as one, in order. */
function merged(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last === undefined || span.start > last.end) all.push(span);
    else all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return all;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
