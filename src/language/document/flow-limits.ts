import { defaultPatternLength } from '../patterns/compile-pattern.ts';
import { defaultSchemaValues } from '../patterns/schema-cost.ts';

/** What bounds a single flow document (docs/reference/configuration.md). */
export interface FlowLimits {
  /** Bytes of the document in UTF-8. */
  readonly flowBytes: number;
  /** Collections inside each other, the document's own mapping included. */
  readonly yamlDepth: number;
  /** Aliases, counted as often as they take effect. */
  readonly yamlAliases: number;
  /** Keys, values, lists and maps of the document. */
  readonly yamlNodes: number;
  /** Tasks of all three lists together. */
  readonly tasks: number;
  readonly inputs: number;
  readonly variables: number;
  /** Schedules and webhooks. */
  readonly triggers: number;
  /** UTF-16 code units of a pattern of an input. */
  readonly patternLength: number;
  /** Values of all JSON Schemas together, as `schemaSize` counts. */
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
