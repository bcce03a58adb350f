/**
 * Executions that a worker must turn into builds. An entry contains only the ID; everything else comes from the store.
 * The same ID is queued at most once: a second entry is dropped while the first one waits or is being processed. An
 * entry survives the death of the worker that processes it. Rejects immediately while the queue is unreachable.
 */
export interface TriggerQueue {
  add(executionId: string): Promise<void>;
  /** The number of waiting entries, of one controller or of all. */
  depth(controller?: string): Promise<number>;
  /** Removes the queue of a controller that is gone; that of the default one stays, because others use it too. */
  remove(controller: string): Promise<void>;
}

/** Whether an entry is complete or must be processed again. */
export type TriggerOutcome = 'done' | { readonly again: 'soon' | 'in a second' | 'with backoff' };
