import type { JsonObject } from '../../base/text/json-value.ts';

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
