import type { BoundedWork } from './bounded-work.ts';
import type { BoundedResult } from './time-budget.ts';

/**
 * Runs work of unknown duration without blocking the request's thread. Runs several pieces of work at once, but only
 * one per owner: those of one owner wait for each other, and owners take turns. Each piece has its own time limit,
 * which does not include waiting. After `close`, all work, waiting or new, ends as `failed`.
 */
export interface BoundedRunner {
  /** @throws {AppError} `too-busy` if too much work is waiting, of this owner or in total; never for `ownWork` */
  run(work: BoundedWork, owner: WorkOwner): Promise<WorkOutcome>;
  /**
   * Runs work immediately in this thread, such as compiling a schema, for at most 25 ms of processor time. Errors of
   * the work are thrown.
   */
  runHere<T>(work: () => T): BoundedResult<T>;
  close(): Promise<void>;
}

/** A key that identifies the caller for whom work is done. */
export type WorkOwner = string;

/** The owner of Flowgate's own work, for a request that was accepted earlier. */
export const ownWork: WorkOwner = 'flowgate';

/**
 * `done`: the messages of the violations, empty if the value is valid. `too-long`: stopped at the time or memory limit.
 * `failed`: the work itself is invalid, or the engine cannot accept it.
 */
export type WorkOutcome =
  | { readonly kind: 'done'; readonly messages: readonly string[] }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'failed'; readonly reason: string };
