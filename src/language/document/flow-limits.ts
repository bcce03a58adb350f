import { defaultPatternLength, defaultSchemaValues } from '../safe-patterns/default-limits.ts';

/** The limits of a single flow document (docs/reference/configuration.md). */
export interface FlowLimits {
  /** UTF-8 bytes of the document. */
  readonly flowBytes: number;
  /** Nested collections, including the document's own map. */
  readonly yamlDepth: number;
  /** Aliases, counted each time they are expanded. */
  readonly yamlAliases: number;
  /** Keys, values, lists and maps of the document. */
  readonly yamlNodes: number;
  /** Tasks of all three lists together. */
  readonly tasks: number;
  readonly inputs: number;
  readonly variables: number;
  /** Schedules and webhooks. */
  readonly triggers: number;
  /** UTF-16 code units of an input's pattern. */
  readonly patternLength: number;
  /** Values of all JSON Schemas together, as `schemaSize` counts them. */
  readonly schemaValues: number;
}

export const defaultFlowLimits: FlowLimits = {
  flowBytes: 256 * 1024,
  yamlDepth: 64,
  yamlAliases: 100,
  yamlNodes: 50_000,
  tasks: 1000,
  inputs: 200,
  variables: 1000,
  triggers: 20,
  patternLength: defaultPatternLength,
  schemaValues: defaultSchemaValues,
};
