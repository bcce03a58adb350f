import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { FlowSchedule } from '../revisions/flow-revision.ts';
import { nextTick } from './next-tick.ts';

// Far more than one page of flows has. Many schedules are equal.
const maxSchedules = 10_000;

interface KnownTick {
  /** It is the first one after this time. */
  readonly from: Date;
  readonly at: Date | undefined;
}

/**
 * When schedules are due next. A result stays valid until then, so that lists need not compute it again, unless the
 * clock goes backwards.
 */
export class NextTickCache {
  readonly #compute: typeof nextTick;
  readonly #known = new LRUCache<string, KnownTick>({ max: maxSchedules });

  constructor(compute = nextTick) {
    this.#compute = compute;
  }

  /** The first time after `now` at which one of the schedules is due; undefined if none ever is. */
  async first(schedules: readonly FlowSchedule[], now: Date): Promise<Date | undefined> {
    let first: Date | undefined;
    for (const schedule of schedules) {
      const next = await this.#next(schedule, now);
      if (next !== undefined && (first === undefined || next < first)) first = next;
    }
    return first;
  }

  async #next(schedule: FlowSchedule, now: Date): Promise<Date | undefined> {
    const key = `${schedule.cron} ${schedule.timezone}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.from <= now && (known.at === undefined || known.at > now)) return known.at;
    const at = await this.#compute(schedule, now);
    this.#known.set(key, { from: now, at });
    // It takes about a millisecond, and a page has hundreds of flows: other requests get their turns.
    await nextTurn();
    return at;
  }
}
