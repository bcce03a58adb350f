import { setInterval, sleep } from '../../base/timers/timers.ts';
import type { Lease } from './lease.ts';

/** The lease of the process that runs an execution. Without a holder, the execution may have been interrupted. */
export function runLease(executionId: string): string {
  return `run:${executionId}`;
}

export interface RunLeaseOptions {
  readonly lease: Lease;
  /** Called after the lease has expired: whether the record shows that no other process has held it in between. */
  readonly isUntouched: () => Promise<boolean>;
}

const retryMilliseconds = 250;

/**
 * The lease of a running execution, renewed until it is released. A process that was busy, suspended, or without the
 * store for longer than the lease continues, unless another process has taken over the execution: it checks this before
 * it does anything that is visible to others.
 */
export class RunLease {
  readonly #options: RunLeaseOptions;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #renewedAt = clocks();
  #renewing: Promise<void> | undefined;

  constructor(options: RunLeaseOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), options.lease.milliseconds / 4);
  }

  /** Aborts when another process has taken over. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * Whether it is held; queries the store only if it may have expired, or the store has rejected a change.
   * @throws {AppError} `store-unavailable`
   */
  async isHeld({ isDoubtful = this.#mayHaveExpired } = {}): Promise<boolean> {
    if (isDoubtful && !this.signal.aborted) await this.#renew();
    return !this.signal.aborted;
  }

  /** Resolves once it is known to be held, or lost. */
  async settle(): Promise<void> {
    while (this.#mayHaveExpired && !this.signal.aborted)
      await this.#renew().catch(() => sleep(retryMilliseconds, undefined, { ref: false }));
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#options.lease.release().catch(() => undefined); // it expires by itself
  }

  get #mayHaveExpired(): boolean {
    const now = clocks();
    return this.#renewedAt.some((time, index) => now[index]! - time > this.#options.lease.milliseconds);
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renewOnce(): Promise<void> {
    const { lease, isUntouched } = this.#options;
    const asked = clocks();
    const held = (await lease.renew()) || ((await lease.reclaim()) && (await isUntouched()));
    if (held) this.#renewedAt = asked;
    else this.#lost.abort();
  }
}

/** Two clocks: one stands still while the machine is suspended, the other one can be set. */
function clocks(): readonly number[] {
  return [performance.now(), Date.now()];
}
