import { sleep } from '../../../base/timers/timers.ts';
import type { JenkinsParts, PartOf } from '../jenkins-parts.ts';

type Deps = Pick<JenkinsParts, 'calls'> & PartOf<'gateway', 'waits'>;

interface Waiting {
  readonly item: number;
  readonly end: () => void;
}

const pause = 100;

/** Waits for items to leave Jenkins' queue. However many are awaited, one repeated call reads them all. */
export class QueueExits {
  readonly #deps: Deps;
  readonly #waiting = new Set<Waiting>();
  #isPolling = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Resolves when an item, which was in the queue, is no longer there; also if Jenkins is unreachable, and when
   * cancelled. Read the outcome of the item afterwards.
   */
  left(item: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        this.#waiting.delete(waiting);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const waiting: Waiting = { item, end };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', end);
      if (!this.#isPolling) void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    while (this.#waiting.size > 0) {
      await sleep(pause);
      await this.#deps.calls.take();
      const asked = [...this.#waiting]; // items that are added during the call may not be in its response
      const waits = await this.#deps.gateway.waits().catch(() => undefined);
      for (const { item, end } of asked) if (waits?.items.has(item) !== true) end();
    }
    this.#isPolling = false;
  }
}
