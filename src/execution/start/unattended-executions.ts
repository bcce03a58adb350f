import type { ExecutionRecord } from '../execution-record.ts';
import type { ExecutionStore } from '../execution-store.ts';
import type { TriggerQueue } from '../trigger-queue.ts';

// Whoever accepted an execution puts it into the queue a moment later.
const graceMilliseconds = 5_000;
const pageSize = 500;

/**
 * Puts executions into the queue that nobody works on: their gateway or their worker died between two steps. Those that
 * are in the queue anyway are not doubled by it.
 */
export class UnattendedExecutions {
  readonly #store: ExecutionStore;
  readonly #queue: TriggerQueue;
  readonly #now: () => Date;

  constructor(collaborators: { readonly store: ExecutionStore; readonly queue: TriggerQueue; readonly now: () => Date }) {
    this.#store = collaborators.store;
    this.#queue = collaborators.queue;
    this.#now = collaborators.now;
  }

  async queue(): Promise<void> {
    for (const state of ['CREATED', 'QUEUED'] as const) {
      for (let after: string | undefined, more = true; more; ) {
        const page = await this.#store.inState(state, { limit: pageSize, after });
        for (const record of page) if (this.#isUnattended(record)) await this.#queue.add(record.id);
        after = page.at(-1)?.id;
        more = page.length === pageSize;
      }
    }
  }

  #isUnattended({ waiting, stop, queueItem, build, history }: ExecutionRecord): boolean {
    if (queueItem !== undefined || build !== undefined || (waiting && stop === undefined)) return false;
    return this.#now().getTime() - Date.parse(history.at(-1)?.at ?? '') > graceMilliseconds;
  }
}
