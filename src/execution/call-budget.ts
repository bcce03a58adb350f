import { setTimeout as sleep } from 'node:timers/promises';

export interface CallBudgetOptions {
  /** How many calls a second in the long run. */
  readonly perSecond?: number;
  /** How many may be saved up for a moment with more to do. */
  readonly saved?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
}

/**
 * What following executions may cost Jenkins: all that asks it again and again in this process draws from here. What
 * an execution needs once counts too and waits for nobody, so that the others ask less afterwards.
 */
export class CallBudget {
  readonly #perSecond: number;
  readonly #saved: number;
  readonly #clock: () => number;
  #left: number;
  #counted: number;
  /** Those who wait for a call, one behind the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor({ perSecond = 4.5, saved = 5, clock = () => performance.now() }: CallBudgetOptions = {}) {
    this.#perSecond = perSecond;
    this.#saved = saved;
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

  /** Counts calls that are made in any case; they are forgotten after a second at the latest. */
  spend(calls = 1): void {
    void this.left;
    this.#left = Math.max(-this.#perSecond, this.#left - calls);
  }

  /** Waits until there is a call for the caller, and counts it. */
  take(signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#waitForOne(signal));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #waitForOne(signal: AbortSignal | undefined): Promise<void> {
    while (this.left < 1) {
      if (signal?.aborted === true) break;
      await sleep(Math.max(5, ((1 - this.#left) / this.#perSecond) * 1000), undefined, { signal }).catch(
        () => undefined,
      ); // the caller looks at the signal
    }
    this.spend();
  }
}
