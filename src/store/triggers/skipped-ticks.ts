import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { TriggerKey } from './trigger-key.ts';

/** A tick that started nothing, and why. */
export interface SkippedTick {
  readonly at: Date;
  /** A sentence for people. */
  readonly reason: string;
}

/**
 * Remembers of each schedule its latest tick that was skipped: a condition did not hold, or too many of its executions were
 * pending. All methods throw AppError `store-unavailable` while the store cannot be reached.
 */
export interface SkippedTicks {
  /** Nothing is kept for a flow that is not stored. */
  note(schedule: TriggerKey, tick: SkippedTick): Promise<void>;
  /** Those of one flow, by trigger id. */
  latest(flow: FlowKey): Promise<ReadonlyMap<string, SkippedTick>>;
}
