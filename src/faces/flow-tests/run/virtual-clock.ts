import type { Clock } from '../../../engines/local/interpreter/run-ports.ts';

interface Sleeper {
  /** Milliseconds since 1970. */
  readonly wakesAt: number;
  readonly wake: () => void;
}

/**
 * A time that passes only in pauses, so that a test never waits. Steps that run side by side have one time: it passes
 * when all of them wait, up to the first end of a pause.
 */
export class VirtualClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  /** How many steps run or wait in a pause. */
  #steps = 1;
  readonly #sleepers = new Set<Sleeper>();

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, stop?: AbortSignal): Promise<void> {
    if (stop?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        stop?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper = { wakesAt: this.#now + milliseconds, wake };
      this.#sleepers.add(sleeper);
      stop?.addEventListener('abort', wake);
      this.#pass();
    });
  }

  async together(steps: readonly (() => Promise<void>)[]): Promise<void> {
    if (steps.length === 0) return;
    // The step that waits for these does not run; it goes on in place of the last of them.
    this.#steps += steps.length - 1;
    let left = steps.length;
    const run = async (step: () => Promise<void>): Promise<void> => {
      try {
        await step();
      } finally {
        left -= 1;
        if (left > 0) {
          this.#steps -= 1;
          this.#pass();
        }
      }
    };
    await Promise.all(steps.map(run));
  }

  /** Wakes the first sleeper if no step runs. */
  #pass(): void {
    if (this.#sleepers.size === 0 || this.#sleepers.size < this.#steps) return;
    let first: Sleeper | undefined;
    for (const sleeper of this.#sleepers) if (first === undefined || sleeper.wakesAt < first.wakesAt) first = sleeper;
    if (first === undefined) return;
    this.#now = Math.max(this.#now, first.wakesAt);
    first.wake();
  }
}
