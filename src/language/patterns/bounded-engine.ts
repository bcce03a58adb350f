import type { BoundedWork } from './bounded-work.ts';
import type { BoundedResult } from './time-budget.ts';

/**
 * Does work that may take any time without holding up the request's thread.
 * Several pieces of work are done at once, but only one for each owner; those of one owner wait for each other, and owners
 * take turns. Each piece has a time limit of its own, which does not run while it waits. After `close` all work, waiting
 * or new, ends as `failed`.
 */
export interface BoundedEngine {
  /** @throws {AppError} `too-busy` when too much work is waiting, of this owner or of all; never for `ownWork` */
  run(work: BoundedWork, owner: WorkOwner): Promise<WorkOutcome>;
  /** Does work at once in this thread, for 25 ms of processor time at most: compiling a schema. What it throws is thrown. */
  runHere<T>(work: () => T): BoundedResult<T>;
  close(): Promise<void>;
}

/** For whom work is done, as a key that tells callers apart. */
export type WorkOwner = string;

/** The owner of what Flowgate does by itself, for a request that was accepted long ago. */
export const ownWork: WorkOwner = 'flowgate';

/**
 * `done`: the messages of the violations, none when the value is right. `too-long`: stopped at the time limit, or at the
 * memory limit. `failed`: the work itself is broken, or the engine cannot take it.
 */
export type WorkOutcome =
  | { readonly kind: 'done'; readonly messages: readonly string[] }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'failed'; readonly reason: string };
