import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { TriggerKey } from './trigger-key.ts';

/** A tick that started nothing, and the reason. */
export interface SkippedTick {
  readonly at: Date;
  /** A sentence for users. */
  readonly reason: string;
}

/**
 * Records the latest skipped tick of each schedule: a condition was not met, or too many of its executions were
 * pending. All methods throw AppError `store-unavailable` while the store is unreachable.
 */
export interface SkippedTicks {
  /** Nothing is recorded for a flow that is not stored. */
  note(schedule: TriggerKey, tick: SkippedTick): Promise<void>;
  /** The skipped ticks of one flow, by trigger ID. */
  latest(flow: FlowKey): Promise<ReadonlyMap<string, SkippedTick>>;
}
