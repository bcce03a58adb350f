import type { FlowKey, FlowSchedule } from '../revision/flow-revision.ts';

/** A schedule with the flow that it starts. */
export interface Schedule extends FlowSchedule {
  readonly flow: FlowKey;
}

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
  /** Begins or changes a schedule; the same one again changes nothing. */
  put(schedule: Schedule): Promise<void>;
  remove(schedule: Pick<Schedule, 'flow' | 'triggerId'>): Promise<void>;
  list(): Promise<readonly RunningSchedule[]>;
  /** The first time after `time` at which a schedule is due; undefined when there is none. */
  next(schedule: FlowSchedule, time: Date): Date | undefined;
}
