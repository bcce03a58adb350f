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
