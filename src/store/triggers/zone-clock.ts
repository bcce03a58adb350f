import { LRUCache } from 'lru-cache';

const second = 1_000;
const hour = 3_600 * second;
// The distance of a clock from UTC is from -12 to 14 hours.
const maxBehind = 13 * hour;
const maxAhead = 15 * hour;

/** A wall time that its zone skips. */
export interface SkippedWall {
  /** When the clock was put forward, in milliseconds. */
  readonly end: number;
  /** What the clock shows then. */
  readonly endWall: number;
}

/**
 * The clock on the wall of a time zone. A wall time is what that clock shows, in milliseconds as if it were UTC, so that
 * it can be counted and compared.
 */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat;

  /** @throws {RangeError} if the zone is unknown */
  constructor(timezone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  }

  /** What the clock shows at a time. */
  wallAt(time: number): number {
    return time + this.#offsetAt(time);
  }

  /** The times at which the clock shows a wall time, earliest first: two if it was put back. */
  timesOf(wall: number): readonly number[] | SkippedWall {
    const [before, after] = [wall - maxAhead, wall + maxBehind];
    const [first, last] = [this.#offsetAt(before), this.#offsetAt(after)];
    if (first === last) return [wall - first];
    const times = [wall - first, wall - last].filter((time) => this.wallAt(time) === wall);
    if (times.length > 0) return times.toSorted((one, other) => one - other);
    const end = this.#changeBetween(before, after);
    return { end, endWall: this.wallAt(end) };
  }

  #changeBetween(before: number, after: number): number {
    const first = this.#offsetAt(before);
    let [low, high] = [before, after];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#offsetAt(middle) === first) low = middle;
      else high = middle;
    }
    return high;
  }

  #offsetAt(time: number): number {
    const [, sign, hours, minutes, seconds = '0'] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(this.#format.format(time)) ?? [];
    if (sign === undefined) return 0;
    const offset = Number(hours) * hour + Number(minutes) * 60 * second + Number(seconds) * second;
    return sign === '-' ? -offset : offset;
  }
}

// There are about 600 names.
const clocks = new LRUCache<string, ZoneClock>({ max: 1_000 });

/** @throws {RangeError} if the zone is unknown */
export function zoneClock(timezone: string): ZoneClock {
  const known = clocks.get(timezone);
  if (known !== undefined) return known;
  const clock = new ZoneClock(timezone);
  clocks.set(timezone, clock);
  return clock;
}
