/**
 * Executions that a worker shall turn into builds. An entry holds the id alone; whatever a build gets comes from the
 * store. The same id is in the queue once at most: a second entry is dropped while the first one waits or is worked on.
 * Entries survive the death of whoever works on them. Rejects at once while the queue cannot be reached.
 */
export interface TriggerQueue {
  add(executionId: string): Promise<void>;
  /** How many entries wait. */
  depth(): Promise<number>;
}

/** What became of an entry: it is done with, or shall come up again. */
export type TriggerOutcome = 'done' | { readonly again: 'soon' | 'with backoff' };
