import type { WaitTexts } from '../../../language/flow/wait.ts';

/** Thrown where a stop takes effect: from then on only final tasks run. */
export class Stopped extends Error {
  constructor() {
    super('stopped');
  }
}

/** A task or the flow has failed; the message is a sentence without a full stop. */
export class RunFailure extends Error {}

/** Thrown where a task begins to wait, which ends the segment: nothing else runs in it, not even final tasks. */
export class WaitBegins extends Error {
  /** The id of the task. */
  readonly task: string;
  readonly texts: WaitTexts;

  constructor(task: string, texts: WaitTexts) {
    super(`${task} waits`);
    this.task = task;
    this.texts = texts;
  }
}

/** The execution may run no further task, so the failure is neither tolerated nor retried. */
export class LimitReached extends RunFailure {}

/**
 * Delivers stops to the step that is running, or else to the next one. Each stop ends one step: the first one ends the
 * tasks of a flow, a later one its final tasks. Steps that run side by side are one step: a stop ends all of them.
 */
export class StopControl {
  #current: AbortController | undefined;
  #branches: StopBranches | undefined;
  #isPending = false;
  /** How many nested flows are running their final tasks. */
  #finals = 0;
  #isHeld = false;

  request(): void {
    if (this.#branches !== undefined) this.#branches.request();
    else if (this.#current !== undefined) this.#current.abort();
    else this.#isPending = true;
  }

  /** As `request`, but ends no final task: the stop waits until the running ones have ended. */
  requestAfterFinals(): void {
    if (this.#finals > 0) this.#isHeld = true;
    else if (this.#branches !== undefined) this.#branches.requestAfterFinals();
    else this.request();
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

  /** As `during`, for steps that run side by side. @throws {Stopped} also instead of a failure of one of them */
  async duringBranches<Result>(step: (branches: StopBranches) => Promise<Result>): Promise<Result> {
    this.check();
    const branches = new StopBranches();
    this.#branches = branches;
    try {
      const result = await step(branches);
      if (branches.isRequested) throw new Stopped();
      return result;
    } catch (error) {
      throw branches.isRequested && error instanceof RunFailure ? new Stopped() : error;
    } finally {
      this.#branches = undefined;
    }
  }
}

/** The stops of steps that run side by side. */
export class StopBranches {
  readonly #running = new Set<StopControl>();
  #isRequested = false;

  /** Whether a stop has arrived; `endOthers` does not count. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  open(): StopControl {
    const control = new StopControl();
    this.#running.add(control);
    return control;
  }

  close(control: StopControl): void {
    this.#running.delete(control);
  }

  request(): void {
    this.#isRequested = true;
    for (const control of this.#running) control.request();
  }

  requestAfterFinals(): void {
    this.#isRequested = true;
    for (const control of this.#running) control.requestAfterFinals();
  }

  /** Ends the steps beside one that has failed, but no final task of a called flow. */
  endOthers(failed: StopControl): void {
    for (const control of this.#running) if (control !== failed) control.requestAfterFinals();
  }
}
