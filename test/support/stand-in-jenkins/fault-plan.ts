/** How the stand-in shall misbehave. */
export interface Fault {
  /**
   * - before the request has an effect: `down` (the connection breaks), `starting` (503), `unauthorised` (401), `forbidden` (403),
   *   `missing` (404), `failed` (500), `log-in` (a proxy's page, 200)
   * - `late` takes its time, then does and answers everything, also when the client has gone
   * - after the effect: `lost` (no answer), `cut` (half an answer), `silent` (half an answer, and the connection stays open)
   */
  readonly kind:
    | 'down'
    | 'starting'
    | 'unauthorised'
    | 'forbidden'
    | 'missing'
    | 'failed'
    | 'log-in'
    | 'late'
    | 'lost'
    | 'cut'
    | 'silent';
  /** A pattern on `POST /job/a/buildWithParameters`; all requests when absent. */
  readonly requests?: string;
  /** How many requests; all of them when absent. */
  readonly times?: number;
  /** Of `late`. */
  readonly milliseconds?: number;
}

/** The faults that are set, each as long as it lasts. */
export class FaultPlan {
  #faults: { fault: Fault; left: number }[] = [];

  set(faults: readonly Fault[]): void {
    this.#faults = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }));
  }

  /** The fault that comes over this request; it counts. */
  take(request: string): Fault | undefined {
    const found = this.#faults.find(({ fault, left }) => left > 0 && new RegExp(fault.requests ?? '').test(request));
    if (found !== undefined) found.left--;
    return found?.fault;
  }
}
