import type { InputTypeName } from '../language/expressions/value-type.ts';

/** What the flows of a Jenkinsfile use; the runtime brings the code of nothing else. Templates ask for them by these names. */
export interface RuntimeFeatures {
  /** Whether the text is that of the shared library, which serves every flow. */
  readonly library: boolean;
  /** Whether the build notes its progress for Flowgate, and whether values come from there. */
  readonly notes: boolean;
  /** Inputs, variables or checks. */
  readonly values: boolean;
  readonly checks: boolean;
  /** SECRET inputs, of called flows too. */
  readonly secrets: boolean;
  readonly files: boolean;
  readonly subflows: boolean;
  readonly conditions: boolean;
  readonly retries: boolean;
  /** Tasks whose failure does not end the flow. */
  readonly tolerance: boolean;
  readonly errors: boolean;
  readonly finals: boolean;
  /** Time limits of flows, of tasks, and of error and final tasks. */
  readonly limits: boolean;
  /** Tasks that run in another worker group than their flow. */
  readonly labels: boolean;
  readonly keepWorkspace: boolean;
  /** Outputs of tasks. */
  readonly outputs: boolean;
  readonly flowOutputs: boolean;
  readonly outputFiles: boolean;
  /** Scripts that clear away what a task started, when it is stopped. */
  readonly stopScripts: boolean;
  /** References for numbers and booleans of tasks. */
  readonly valueRules: boolean;
  /** Environment variables from the installation's settings. */
  readonly settings: boolean;
  /** Types of inputs, outputs, task outputs and value rules. */
  readonly typeInt: boolean;
  readonly typeFloat: boolean;
  readonly typeBoolean: boolean;
  readonly typeDate: boolean;
  readonly typeDuration: boolean;
  readonly typeUri: boolean;
  readonly typeChoice: boolean;
  readonly typeJson: boolean;
  readonly typeSecret: boolean;
}

export type RuntimeFeature = keyof RuntimeFeatures;

const typeFeatures: Readonly<Partial<Record<InputTypeName, readonly RuntimeFeature[]>>> = {
  INT: ['typeInt'],
  FLOAT: ['typeFloat'],
  BOOLEAN: ['typeBoolean'],
  DATE: ['typeDate'],
  DATETIME: ['typeDate'],
  DURATION: ['typeDuration'],
  URI: ['typeUri'],
  ENUM: ['typeChoice'],
  MULTISELECT: ['typeChoice', 'typeJson'],
  JSON: ['typeJson'],
  SECRET: ['typeSecret', 'secrets'],
  FILE: ['files'],
};

const noFeatures: RuntimeFeatures = {
  library: false,
  notes: false,
  values: false,
  checks: false,
  secrets: false,
  files: false,
  subflows: false,
  conditions: false,
  retries: false,
  tolerance: false,
  errors: false,
  finals: false,
  limits: false,
  labels: false,
  keepWorkspace: false,
  outputs: false,
  flowOutputs: false,
  outputFiles: false,
  stopScripts: false,
  valueRules: false,
  settings: false,
  typeInt: false,
  typeFloat: false,
  typeBoolean: false,
  typeDate: false,
  typeDuration: false,
  typeUri: false,
  typeChoice: false,
  typeJson: false,
  typeSecret: false,
};

/** All that there is, for the shared library. */
export const allFeatures = Object.fromEntries(
  Object.keys(noFeatures).map((name) => [name, true]),
) as unknown as RuntimeFeatures; // its own keys

/** Collects features while a pipeline is composed. */
export class FeatureSet {
  readonly #used = new Set<RuntimeFeature>();

  /** Notes a feature where a condition holds. */
  add(feature: RuntimeFeature, isUsed = true): void {
    if (isUsed) this.#used.add(feature);
  }

  addType(type: InputTypeName): void {
    for (const feature of typeFeatures[type] ?? []) this.#used.add(feature);
  }

  get features(): RuntimeFeatures {
    const features: Record<RuntimeFeature, boolean> = { ...noFeatures };
    for (const feature of this.#used) features[feature] = true;
    return features;
  }
}
