import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
import { nextTick } from '../../../src/store/triggers/next-tick.ts';

const minute = 60_000;
const hour = 60 * minute;
/** No zone changes its clock twice in this time. */
const betweenLooks = 5 * 24 * hour;

/** A moment at which the clock of some time zones is put forward or back. */
export interface ClockChange {
  readonly timezone: string;
  readonly at: number;
  /** The distance from UTC in milliseconds. */
  readonly before: number;
  readonly after: number;
}

/** Schedules with the ticks that a change can touch, by whether they are intervals. */
export const tried = {
  fixed: ['0 0 * * *', '0,30 0,1,2,3 * * *', '10-50/20 0-3,23 * * *', '@daily', '5,59 1,2 * * 0,6'],
  interval: ['*/15 * * * *', '0 * * * *', '*/20 1,2 * * *', '30 */2 * * *', '@hourly'],
};

/** All changes of all time zones from one year until before another one; zones with the same changes are one. */
export function clockChanges(from: number, to: number): readonly ClockChange[] {
  const changes = new Map<string, ClockChange>();
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    const offset = offsetsOf(timezone);
    let before = offset(Date.UTC(from));
    for (let day = Date.UTC(from); day < Date.UTC(to); day += betweenLooks) {
      const after = offset(day + betweenLooks);
      if (before === after) continue;
      let [at, until] = [day, day + betweenLooks];
      while (until - at > minute) {
        const middle = at + Math.floor((until - at) / 2 / minute) * minute;
        if (offset(middle) === before) at = middle;
        else until = middle;
      }
      changes.set([until, before, after].join(' '), { timezone, at: until, before, after });
      before = after;
    }
  }
  return [...changes.values()];
}

/** One of each kind of change: how far, and at what time of day. */
export function kindsOf(changes: readonly ClockChange[]): readonly ClockChange[] {
  const kinds = changes.map(
    (change) => [`${change.after - change.before} ${(change.at + change.before) % (24 * hour)}`, change] as const,
  );
  return [...new Map(kinds).values()];
}

/** The wall time as two fields of a date, which is another way than the name of the distance from UTC. */
function offsetsOf(timezone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => Date.parse(`${format.format(time).replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000;
}

/** Around a change, the time in which ticks are compared. */
function spanOf({ at }: ClockChange): { readonly start: number; readonly end: number } {
  return { start: at - 5 * hour, end: at + 26 * hour };
}

/** What the rule of docs/reference/triggers.md says, found by looking at the clock each minute. */
export function ticksByRule(cron: string, isInterval: boolean, change: ClockChange): readonly string[] {
  const isDueAt = matcherOf(cron);
  const offset = offsetsOf(change.timezone);
  const { start, end } = spanOf(change);
  const ticks: number[] = [];
  // Before it, the clock showed each wall time in order.
  let shown = start + offset(start) - minute;
  for (let time = start; time < end; time += minute) {
    const wall = time + offset(time);
    const isDue = isDueAt(wall) && (isInterval || wall > shown);
    let dueNow = isDue ? 1 : 0;
    if (!isInterval)
      for (let skipped = shown + minute; skipped < wall; skipped += minute) if (isDueAt(skipped)) dueNow += 1;
    for (let index = 0; index < dueNow; index++) ticks.push(time + index);
    shown = Math.max(shown, wall);
  }
  return ticks.map((tick) => new Date(tick).toISOString());
}

/** The schedules that are tried have no day of the month. */
function matcherOf(cron: string): (wall: number) => boolean {
  const { minute: minutes, hour: hours, dayOfWeek: days } = CronExpressionParser.parse(cron).fields;
  const [minuteSet, hourSet, daySet] = [minutes, hours, days].map(({ values }) => new Set(values.map(Number)));
  return (wall) => {
    const date = new Date(wall);
    return minuteSet!.has(date.getUTCMinutes()) && hourSet!.has(date.getUTCHours()) && daySet!.has(date.getUTCDay());
  };
}

/** What Flowgate computes. */
export async function ownTicks(cron: string, change: ClockChange): Promise<readonly string[]> {
  const { start, end } = spanOf(change);
  const ticks: string[] = [];
  for (let last = new Date(start - 1); ;) {
    const tick = await nextTick({ triggerId: 'tried', cron, timezone: change.timezone }, last);
    if (tick === undefined || tick.getTime() >= end) return ticks;
    ticks.push(tick.toISOString());
    last = tick;
  }
}

/** What two libraries compute. */
export const libraries = {
  croner: (cron: string, { timezone }: ClockChange) => {
    const job = new Cron(cron, { timezone, paused: true });
    return (last: Date) => job.nextRun(last) ?? undefined;
  },
  'cron-parser': (cron: string, { timezone }: ClockChange) => {
    return (last: Date) => CronExpressionParser.parse(cron, { currentDate: last, tz: timezone }).next().toDate();
  },
};

/** @returns also the error of a library that finds no further tick */
export function libraryTicks(library: keyof typeof libraries, cron: string, change: ClockChange): readonly string[] {
  const { start, end } = spanOf(change);
  const next = libraries[library](cron, change);
  const ticks: string[] = [];
  try {
    for (let last = new Date(start - 1); ;) {
      const tick = next(last);
      if (tick === undefined || tick.getTime() >= end || tick <= last) return ticks;
      ticks.push(tick.toISOString());
      last = tick;
    }
  } catch (error) {
    return [...ticks, String(error)];
  }
}
