import type { Pace } from '../../src/execution/pace.ts';

/** A tenth of the usual pauses, and less of the longest. */
export const fastPace: Pace = {
  lead: 50,
  endWaits: 50,
  attendHeld: 100,
  queueUnattended: 200,
  keepSchedules: 300,
  endInterrupted: 200,
  look: { up: 300, failing: 100 },
  keepLimit: 200,
  moveToFallback: 100,
  disableRetiredJobs: 200,
  adoptBuilds: 300,
  follow: { idle: 50, few: 50, many: 200, afterFailure: 200 },
};
