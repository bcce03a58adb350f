import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { JsonObject } from '../../text/json-value.ts';

/** Saved values for the inputs of a flow. */
export interface Preset {
  readonly name: string;
  readonly inputs: JsonObject;
  readonly labels: Readonly<Record<string, string>>;
  /** ISO 8601 in UTC. */
  readonly savedAt: string;
  readonly savedBy: string;
}

/** Max presets of a flow. */
export const maxPresets = 50;

/**
 * Stores the presets of flows. A deleted flow keeps them; they are removed when it is purged. All methods throw AppError
 * `store-unavailable` while the store is unreachable.
 */
export interface PresetStore {
  list(flow: FlowKey): Promise<readonly Preset[]>;
  /** @returns `full` if the flow has `maxPresets` others, `missing` if it does not exist */
  save(flow: FlowKey, preset: Preset): Promise<'saved' | 'full' | 'missing'>;
  remove(flow: FlowKey, name: string): Promise<void>;
}
