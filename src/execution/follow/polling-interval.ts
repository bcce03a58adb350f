/** Up to so many executions are looked at more often: people wait for them. */
const fewExecutions = 4;
/** Milliseconds from one look to the next. One without executions asks the store alone. */
const pauses = { idle: 200, few: 230, many: 1_000, afterFailure: 1_000 } as const;
// The end of an execution may be seen later by this share of its length, up to the pause for many: each look costs Jenkins.
const shareOfAge = 1 / 30;

/** How often builds are looked at. */
export class PollingInterval {
  #count = 0;
  #age = 0;
  #milliseconds = 0;
  #failed = false;

  /**
   * @param count executions that are looked at
   * @param age milliseconds since the youngest of them began; 0 where something is about to happen
   * @returns to be called when the look is over
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

  /** Whether the last look failed. */
  get hasFailed(): boolean {
    return this.#failed;
  }

  /** Milliseconds until the next look is due. */
  get pause(): number {
    if (this.#count === 0) return pauses.idle;
    if (this.#failed) return pauses.afterFailure;
    // A Jenkins that takes its time has much to do.
    const few = Math.min(Math.max(pauses.few, this.#age * shareOfAge), pauses.many);
    return Math.max(this.#count <= fewExecutions || this.#age === 0 ? few : pauses.many, this.#milliseconds);
  }
}
