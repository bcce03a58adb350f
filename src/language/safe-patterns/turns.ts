// Browsers have no `setImmediate`; in Node it waits less than a timer does.
// oxlint-disable-next-line no-restricted-globals -- without a duration
const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (callback: () => void) => unknown };

/** Waits until other work of this thread has had its turn. */
export async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    soon(resolve);
  });
}

// Each step of the work may add to this time.
const turnMilliseconds = 10;

/** Lets other requests have their turn between the steps of long work. */
export class Turns {
  #end = performance.now() + turnMilliseconds;

  /** Whether others have waited long enough. */
  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Call between two steps; it yields only if the turn is over. */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.#end = performance.now() + turnMilliseconds;
  }
}
