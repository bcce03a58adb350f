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

  request(): void {
    if (this.#current === undefined) this.#isPending = true;
    else this.#current.abort();
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
