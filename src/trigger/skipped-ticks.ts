import type { FlowKey } from '../flow/flow-key.ts';
import type { TriggerKey } from './trigger-key.ts';

/**
 * Remembers of each schedule its latest tick that was skipped because too many of its executions were pending. All
 * methods throw AppError `store-unavailable` while the store cannot be reached.
 */
export interface SkippedTicks {
  /** Nothing is kept for a flow that is not stored. */
  note(schedule: TriggerKey, at: Date): Promise<void>;
  /** Those of one flow, by trigger id. */
  latest(flow: FlowKey): Promise<ReadonlyMap<string, Date>>;
}
