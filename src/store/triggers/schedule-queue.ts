import type { FlowSchedule } from '../revisions/flow-revision.ts';
import type { TriggerKey } from './trigger-key.ts';

/** A schedule with the flow that it starts. */
export interface Schedule extends FlowSchedule, TriggerKey {}

/** One time at which a schedule is due. */
export interface Tick extends Schedule {
  readonly at: Date;
}

/** A schedule that makes ticks. */
export interface RunningSchedule extends Schedule {
  /** The tick that comes next, or that is overdue. */
  readonly next: Date;
}

/**
 * Makes the ticks of schedules. Each tick comes up for one worker among all, and again for another when that one dies. A
 * tick that came while there was no worker comes up late, and those after it never. Rejects at once while the queue
 * cannot be reached.
 */
export interface ScheduleQueue {
  /**
   * Begins or changes schedules, as many at once as the queue can take; the same one again changes nothing. One that
   * fails does not keep the others: the first failure is thrown when all were tried.
   */
  put(schedules: readonly Schedule[]): Promise<void>;
  /** As `put`. */
  remove(keys: readonly TriggerKey[]): Promise<void>;
  list(): Promise<readonly RunningSchedule[]>;
  /** The first time after `time` at which a schedule is due; undefined when there is none. */
  next(schedule: FlowSchedule, time: Date): Promise<Date | undefined>;
}
