/**
 * The pauses after the rounds of the work that runs executions, in milliseconds. Each takes effect in the next round, so
 * tests use shorter ones.
 */
export interface Pace {
  /** Until a process tries again to become the one that does the rounds. */
  readonly lead: number;
  readonly endWaits: number;
  readonly attendHeld: number;
  readonly queueUnattended: number;
  readonly keepSchedules: number;
  readonly endInterrupted: number;
  /** Looks at a controller: while it can be used, and otherwise. */
  readonly look: { readonly up: number; readonly failing: number };
  readonly keepLimit: number;
  readonly moveToFallback: number;
  readonly disableRetiredJobs: number;
  readonly adoptBuilds: number;
  readonly follow: FollowingPace;
}

/** The pauses between two looks at builds; without executions, a look only queries the store. */
export interface FollowingPace {
  readonly idle: number;
  readonly few: number;
  readonly many: number;
  readonly afterFailure: number;
  /** Until the queue is read again: while an execution waits to start, and otherwise. */
  readonly queue: { readonly starting: number; readonly running: number };
  /** Until builds are read again even if the call budget is used up: those that must stop, and all others. */
  readonly builds: { readonly urgent: number; readonly usual: number };
}

const second = 1_000;

export const usualPace: Pace = {
  lead: second,
  endWaits: second,
  attendHeld: 2 * second,
  queueUnattended: 5 * second,
  keepSchedules: 10 * second,
  endInterrupted: 5 * second,
  look: { up: 5 * second, failing: second },
  keepLimit: 5 * second,
  moveToFallback: 2 * second,
  disableRetiredJobs: 5 * second,
  adoptBuilds: 10 * second,
  follow: {
    idle: 200,
    few: 230,
    many: second,
    afterFailure: second,
    queue: { starting: 900, running: 3 * second },
    builds: { urgent: 500, usual: 2 * second },
  },
};
