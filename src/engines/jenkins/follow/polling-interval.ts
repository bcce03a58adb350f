import type { FollowingPace } from '../../../base/timers/pace.ts';

/** Up to this many executions, polling is more frequent, because users are waiting for them. */
const fewExecutions = 4;
// The end of an execution may be detected late by this share of its duration, up to the interval for many.
const shareOfAge = 1 / 30;

/** Decides how often builds are polled. */
export class PollingInterval {
  readonly #pauses: FollowingPace;
  #count = 0;
  #age = 0;
  #milliseconds = 0;
  #failed = false;

  constructor(pauses: FollowingPace) {
    this.#pauses = pauses;
  }

  /**
   * @param count executions that are polled
   * @param age milliseconds since the youngest of them started; 0 if a change is expected at any moment
   * @returns a function to call at the end of the round
   */
  begin(count: number, age: number): (outcome: 'done' | 'failed') => void {
    const start = performance.now();
    this.#count = count;
    this.#age = age;
    return (outcome) => {
      this.#failed = outcome === 'failed';
      this.#milliseconds = performance.now() - start;
    };
  }

  /** Whether the last round failed. */
  get hasFailed(): boolean {
    return this.#failed;
  }

  /** Milliseconds until the next round. */
  get pause(): number {
    const { idle, few: minimum, many, afterFailure } = this.#pauses;
    if (this.#count === 0) return idle;
    if (this.#failed) return afterFailure;
    // A slow Jenkins is busy.
    const few = Math.min(Math.max(minimum, this.#age * shareOfAge), many);
    return Math.max(this.#count <= fewExecutions || this.#age === 0 ? few : many, this.#milliseconds);
  }
}
