import type { Pace } from '../../src/base/timers/pace.ts';

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
  follow: {
    idle: 40,
    few: 40,
    many: 100,
    afterFailure: 200,
    queue: { starting: 100, running: 300 },
    builds: { urgent: 50, usual: 200 },
  },
};

/** The calls of a Jenkins in a second, of which the pauses above need more than usual. */
export const fastCallsPerSecond = 100;
