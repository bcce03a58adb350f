import { setImmediate } from 'node:timers/promises';

// Each step of the work may add to this time.
const turnMilliseconds = 10;

/** Lets other requests have their turn between the steps of long work. */
export class Turns {
  #end = performance.now() + turnMilliseconds;

  /** Call between two steps; it yields only if others have waited long enough. */
  async next(): Promise<void> {
    if (performance.now() < this.#end) return;
    await setImmediate();
    this.#end = performance.now() + turnMilliseconds;
  }
}
