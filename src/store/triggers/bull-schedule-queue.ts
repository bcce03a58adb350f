import type { ConnectionOptions } from 'bullmq';
import { BullQueue } from '../redis/bull-queue.ts';
import { queueNames } from '../redis/key-table.ts';
import type { FlowSchedule } from '../revisions/flow-revision.ts';
import { repeatStrategy } from './bull-repeat-strategy.ts';
import { NextTickCache } from './next-tick-cache.ts';
import type { RunningSchedule, Schedule, UpcomingTick } from './schedule.ts';
import { triggerName, triggerOfName, type TriggerKey } from './trigger-key.ts';

// A tick that fails is retried a few times, until it is too old.
const tickOptions = {
  attempts: 20,
  backoff: { type: 'fixed', delay: 3_000 },
  removeOnComplete: true,
  removeOnFail: true,
};
// Workers advance a schedule when its tick begins. A schedule that has not advanced for longer has lost its tick.
const maxDelay = 5 * 60_000;
// The clocks of two machines differ by less.
const maxSkew = 60_000;
// The commands of a batch are sent together instead of one after the other, and are answered within the timeout of one.
const batchSize = 100;

/**
 * Produces the ticks of schedules, with BullMQ's job schedulers. Each tick is processed by one worker, and again by
 * another if that one dies. If a tick is due while there is no worker, it is processed late, and the ticks after it are
 * skipped. Rejects immediately while the queue is unreachable.
 */
export class BullScheduleQueue {
  readonly #queue: BullQueue<Schedule>;
  readonly #ticks = new NextTickCache();

  /** @param connection one that fails immediately while Redis is unavailable */
  constructor(connection: ConnectionOptions) {
    this.#queue = new BullQueue(queueNames.schedules, connection, { repeatStrategy });
  }

  /**
   * Adds or changes schedules, as many at once as the queue can process; an unchanged schedule is left alone, unless
   * its tick was lost or is later than it must be. If one fails, the others are still processed: the first error is
   * thrown after all were tried.
   */
  put(schedules: readonly Schedule[]): Promise<void> {
    return inBatches(schedules, (schedule) => this.#put(schedule));
  }

  async #put(schedule: Schedule): Promise<void> {
    const { cron, timezone } = schedule;
    const id = triggerName(schedule);
    const known = await this.#queue.do((queue) => queue.getJobScheduler(id));
    const isSame = known?.pattern === cron && known.tz === timezone;
    const next = known?.next ?? 0;
    // Adding it again would remove a tick that is due and has not begun.
    if (isSame && next > Date.now() - maxDelay && !(await this.#isTooLate(schedule, next))) return;
    await this.#queue.do((queue) =>
      queue.upsertJobScheduler(
        id,
        { pattern: cron, tz: timezone },
        { name: 'tick', data: schedule, opts: tickOptions },
      ),
    );
  }

  /** As `put`. */
  remove(keys: readonly TriggerKey[]): Promise<void> {
    return inBatches(keys, (key) => this.#queue.do((queue) => queue.removeJobScheduler(triggerName(key))));
  }

  async list(): Promise<readonly RunningSchedule[]> {
    const schedulers = await this.#queue.do((queue) => queue.getJobSchedulers(0, -1, true));
    const running: RunningSchedule[] = [];
    for (const { key, pattern = '', tz = '', next = 0 } of schedulers) {
      const schedule = { ...triggerOfName(key), cron: pattern, timezone: tz };
      const isOnTime = next > Date.now() && !(await this.#isTooLate(schedule, next));
      running.push({ ...schedule, next: new Date(next), isOnTime });
    }
    return running;
  }

  /** The next tick of each schedule, up to a limit, the earliest first. */
  async upcoming(limit: number): Promise<readonly UpcomingTick[]> {
    const schedulers = await this.#queue.do((queue) => queue.getJobSchedulers(0, limit - 1, true));
    return schedulers.map(({ key, tz = '', next = 0 }) => ({
      ...triggerOfName(key),
      at: new Date(next),
      timezone: tz,
    }));
  }

  /** Whether a next tick is later than the one that is next now: BullMQ computed it while the clock was ahead. */
  async #isTooLate(schedule: FlowSchedule, next: number): Promise<boolean> {
    const first = await this.#ticks.first([schedule], new Date(Date.now() + maxSkew));
    return first !== undefined && next > first.getTime();
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}

/** Runs a step for each item, a batch at a time. @throws the first error, after all were tried */
async function inBatches<Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (let start = 0; start < items.length; start += batchSize) {
    const results = await Promise.allSettled(items.slice(start, start + batchSize).map(step));
    for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
  }
  if (failures.length > 0) throw failures[0];
}
