/** Thrown where a stop takes effect: from then on only final tasks run. */
export class Stopped extends Error {
  constructor() {
    super('stopped');
  }
}

/** A task or the flow has failed; the message is a sentence without a full stop. */
export class RunFailure extends Error {}

/**
 * Delivers stops to the step that is running, or else to the next one. Each stop ends one step: the first one ends the
 * tasks of a flow, a later one its final tasks.
 */
export class StopControl {
  #current: AbortController | undefined;
  #isPending = false;
  /** How many nested flows are running their final tasks. */
  #finals = 0;
  #isHeld = false;

  request(): void {
    if (this.#current === undefined) this.#isPending = true;
    else this.#current.abort();
  }

  /** As `request`, but ends no final task: the stop waits until the running ones have ended. */
  requestAfterFinals(): void {
    if (this.#finals === 0) this.request();
    else this.#isHeld = true;
  }

  /** Runs the final tasks of a flow. */
  async duringFinals<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#finals += 1;
    try {
      return await run();
    } finally {
      this.#finals -= 1;
      if (this.#finals === 0 && this.#isHeld) {
        this.#isHeld = false;
        this.request();
      }
    }
  }

  /** @throws {Stopped} if a stop arrived while no step was running */
  check(): void {
    if (!this.#isPending) return;
    this.#isPending = false;
    throw new Stopped();
  }

  /** @throws {Stopped} if a stop arrives before the step has ended, whatever the step returns */
  async during<Result>(step: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
    this.check();
    const controller = new AbortController();
    this.#current = controller;
    try {
      const result = await step(controller.signal);
      if (controller.signal.aborted) throw new Stopped();
      return result;
    } finally {
      this.#current = undefined;
    }
  }
}
