import { sleep } from '../../base/timers/timers.ts';

export interface CallBudgetOptions {
  /** Calls per second on average. */
  readonly perSecond?: number | undefined;
  /** Max calls saved up for a burst. */
  readonly saved?: number;
  /** Max milliseconds that the first waiting caller waits. */
  readonly maxWait?: number;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

/**
 * Limits the load on Jenkins of following executions: all repeated calls of this process count here. Calls that an
 * execution needs once also count but never wait, so repeated calls slow down after them, but they never stop: while very
 * many executions start, one caller still gets its turn every `maxWait`.
 */
export class CallBudget {
  readonly #perSecond: number;
  readonly #saved: number;
  readonly #maxWait: number;
  readonly #clock: () => number;
  #left: number;
  #counted: number;
  /** Waiting callers, in a chain. */
  #queue: Promise<void> = Promise.resolve();

  constructor({ perSecond = 4.5, saved = 5, maxWait = 500, clock = () => performance.now() }: CallBudgetOptions = {}) {
    this.#perSecond = perSecond;
    this.#saved = saved;
    this.#maxWait = maxWait;
    this.#clock = clock;
    this.#left = saved;
    this.#counted = clock();
  }

  /** How many calls can be made now. */
  get left(): number {
    const now = this.#clock();
    this.#left = Math.min(this.#saved, this.#left + ((now - this.#counted) / 1000) * this.#perSecond);
    this.#counted = now;
    return Math.max(0, Math.floor(this.#left));
  }

  /** Counts calls that are made in any case; the debt is limited to one second. */
  spend(calls = 1): void {
    void this.left;
    this.#left = Math.max(-this.#perSecond, this.#left - calls);
  }

  /** Waits until a call may be made, and counts it. */
  take(signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#waitForOne(signal));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #waitForOne(signal: AbortSignal | undefined): Promise<void> {
    const end = this.#clock() + this.#maxWait;
    while (this.left < 1 && this.#clock() < end) {
      if (signal?.aborted === true) break;
      const wait = Math.min(((1 - this.#left) / this.#perSecond) * 1000, end - this.#clock());
      await sleep(Math.max(5, wait), undefined, { signal }).catch(() => undefined); // the caller checks the signal
    }
    this.spend();
  }
}
