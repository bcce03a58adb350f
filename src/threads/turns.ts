import { setImmediate } from 'node:timers/promises';

// Each step of the work may take some time more.
const turnMilliseconds = 10;

/** Work of many steps that lets other requests have their turn in between. */
export class Turns {
  #end = performance.now() + turnMilliseconds;

  /** Called between two steps; waits only where others have waited long enough. */
  async next(): Promise<void> {
    if (performance.now() < this.#end) return;
    await setImmediate();
    this.#end = performance.now() + turnMilliseconds;
  }
}
