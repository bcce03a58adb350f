import type { BoundedWork } from './bounded-work.ts';

/**
 * Does work that may take any time without holding up the request's thread.
 * Work is done one piece at a time, in the order it was handed in, and each piece has a time limit of its own, which
 * does not run while it waits. `run` never rejects. After `close` all work, waiting or new, ends as `failed`.
 */
export interface BoundedEngine {
  run(work: BoundedWork): Promise<WorkOutcome>;
  close(): Promise<void>;
}

/**
 * `done`: the messages of the violations, none when the value is right. `too-long`: stopped at the time limit, or at the
 * memory limit. `failed`: the work itself is broken, or the engine cannot take it.
 */
export type WorkOutcome =
  | { readonly kind: 'done'; readonly messages: readonly string[] }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'failed'; readonly reason: string };
