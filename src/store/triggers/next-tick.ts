import { isIntervalCron } from '../../language/flow/read/cron.ts';
import type { FlowSchedule } from '../revisions/flow-revision.ts';
import { zoneClock, type ZoneClock } from './zone-clock.ts';

const second = 1_000;
// Ticks that are made up follow each other by a millisecond, and there are at most those of a day.
const maxMadeUp = 2 * second;
// When clocks are put back, it is by three hours at most.
const maxPutBack = 4 * 3_600 * second;

/** The calendar of a schedule: its next wall time after another one. */
type NextWall = () => number | undefined;

/**
 * The first time after `time` at which a schedule is due; undefined if it never is. The calendar is cron-parser's, in
 * wall time; what happens when clocks change is decided here:
 *
 * - Fixed ticks, with neither `*` in the minute nor in the hour: those that were skipped are due when the skipped time
 *   ends, each once, and those whose time comes twice are due the first time.
 * - All others are intervals: they go on, so that a skipped time has no ticks and a repeated one has its ticks twice.
 *
 * Ticks that are due at the same moment differ by a millisecond, in the order of their wall times after the one that is
 * regular then. So the time of a tick is its identity, however often and wherever it is computed.
 */
export async function nextTick({ cron, timezone }: FlowSchedule, time: Date): Promise<Date | undefined> {
  const clock = zoneClock(timezone);
  const now = time.getTime();
  // It begins before skipped wall times whose ticks are due now, and before those that come again.
  const start = Math.min(clock.wallAt(now - maxMadeUp), now + clock.wallAt(now + maxPutBack) - (now + maxPutBack));
  let best: number | undefined;
  for (const times of ticksFrom(await wallsAfter(cron, start), clock, isIntervalCron(cron))) {
    const next = times.find((at) => at > now);
    if (next !== undefined && (best === undefined || next < best)) best = next;
    const [first = now] = times;
    if (first > now) break;
  }
  return best === undefined ? undefined : new Date(best);
}

/** The first moment after `time` at which ticks are due: one for all that a skipped time leaves to the same moment. */
export async function nextMoment(schedule: FlowSchedule, time: Date): Promise<Date | undefined> {
  let tick = await nextTick(schedule, time);
  while (tick !== undefined && momentOf(tick) <= time) tick = await nextTick(schedule, tick);
  return tick && momentOf(tick);
}

/** All ticks that are due at a moment. */
export async function ticksOf(schedule: FlowSchedule, moment: Date): Promise<readonly Date[]> {
  const ticks: Date[] = [];
  for (let last = new Date(moment.getTime() - 1); ;) {
    const tick = await nextTick(schedule, last);
    if (tick === undefined || momentOf(tick) > moment) return ticks;
    ticks.push(tick);
    last = tick;
  }
}

function momentOf(tick: Date): Date {
  return new Date(tick.getTime() - (tick.getTime() % second));
}

/** The times of one wall time after another; those of the wall times of a skipped time are together. */
function* ticksFrom(nextWall: NextWall, clock: ZoneClock, isInterval: boolean): Generator<readonly number[]> {
  let wall = nextWall();
  while (wall !== undefined) {
    const times = clock.timesOf(wall);
    if (!('end' in times)) {
      yield isInterval ? times : times.slice(0, 1);
      wall = nextWall();
      continue;
    }
    let count = 0;
    for (; wall !== undefined && wall < times.endWall; wall = nextWall()) count += 1;
    if (isInterval) continue;
    // The regular tick of that moment is the first of them.
    if (wall === times.endWall) [count, wall] = [count + 1, nextWall()];
    yield Array.from({ length: count }, (_, index) => times.end + index);
  }
}

async function wallsAfter(cron: string, wall: number): Promise<NextWall> {
  const { CronExpressionParser } = await import('cron-parser'); // loaded late because it is slow to load
  const walls = CronExpressionParser.parse(cron, { currentDate: new Date(wall), tz: 'UTC' });
  return () => {
    try {
      return walls.next().getTime();
    } catch {
      return undefined; // it never fires again
    }
  };
}
