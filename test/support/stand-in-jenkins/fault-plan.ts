/** How the stand-in should misbehave. */
export interface Fault {
  /**
   * - before the request has an effect: `down` (the connection is closed), `starting` (503), `unauthorised` (401),
   *   `forbidden` (403), `missing` (404), `failed` (500), `log-in` (a proxy's page, 200)
   * - `late` waits, then executes and answers everything, even if the client has disconnected
   * - after the effect: `lost` (no reply), `cut` (half a reply), `silent` (half a reply, and the connection stays open)
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
  /** A pattern for `POST /job/a/buildWithParameters`; all requests by default. */
  readonly requests?: string;
  /** The number of requests; all of them by default. */
  readonly times?: number;
  /** The delay of `late`. */
  readonly milliseconds?: number;
}

/** The active faults. */
export class FaultPlan {
  #faults: { fault: Fault; left: number }[] = [];

  set(faults: readonly Fault[]): void {
    this.#faults = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }));
  }

  /** The fault for this request, which counts it. */
  take(request: string): Fault | undefined {
    const found = this.#faults.find(({ fault, left }) => left > 0 && new RegExp(fault.requests ?? '').test(request));
    if (found !== undefined) found.left--;
    return found?.fault;
  }
}
