import type { FlowSchedule } from '../revisions/flow-revision.ts';
import type { TriggerKey } from './trigger-key.ts';

/** A schedule with the flow that it starts. */
export interface Schedule extends FlowSchedule, TriggerKey {}

/** A time at which a schedule is due. */
export interface Tick extends Schedule {
  readonly at: Date;
}

/** A schedule that produces ticks. */
export interface RunningSchedule extends Schedule {
  /** The next tick. */
  readonly next: Date;
  /** Whether that is the tick it must be: neither overdue, nor left by a clock that was ahead. */
  readonly isOnTime: boolean;
}

/** The next tick of a schedule. */
export interface UpcomingTick extends TriggerKey {
  readonly at: Date;
  readonly timezone: string;
}

/**
 * Produces the ticks of schedules. Each tick is processed by one worker, and again by another if that one dies. If a
 * tick is due while there is no worker, it is processed late, and the ticks after it are skipped. Rejects immediately
 * while the queue is unreachable.
 */
export interface ScheduleQueue {
  /**
   * Adds or changes schedules, as many at once as the queue can process; an unchanged schedule is left alone, unless
   * its tick was lost or is later than it must be. If one fails, the others are still processed: the first error is
   * thrown after all were tried.
   */
  put(schedules: readonly Schedule[]): Promise<void>;
  /** As `put`. */
  remove(keys: readonly TriggerKey[]): Promise<void>;
  list(): Promise<readonly RunningSchedule[]>;
  /** The next tick of each schedule, up to a limit, the earliest first. */
  upcoming(limit: number): Promise<readonly UpcomingTick[]>;
}
