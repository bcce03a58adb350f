import { usualPace, type Pace } from '../../src/base/timers/pace.ts';

/**
 * A tenth of the usual pauses, and less of the longest. Only builds are not read more often: the calls that a process makes
 * in a second are limited, and with one call in each round it would not learn of all of them.
 */
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
  follow: { ...usualPace.follow, idle: 50, afterFailure: 200 },
};
