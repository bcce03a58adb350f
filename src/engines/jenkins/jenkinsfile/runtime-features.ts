import type { TypeFacts } from '../../../language/input-types/input-type.ts';
import { inputTypeNames, inputTypes, type InputTypeName } from '../../../language/input-types/input-types.ts';

/**
 * The features that the flows of a Jenkinsfile use; the runtime includes code only for these. Templates use the same
 * names.
 */
export interface RuntimeFeatures {
  /** Whether the text is the shared library, which serves every flow. */
  readonly library: boolean;
  /** Whether the build reports its progress to Flowgate and gets its values from there. */
  readonly notes: boolean;
  /** Inputs, variables or checks. */
  readonly values: boolean;
  readonly checks: boolean;
  /** Secret inputs, including those of called flows. */
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
  /** Tasks that run on another worker group than their flow. */
  readonly labels: boolean;
  readonly keepWorkspace: boolean;
  /** Outputs of tasks. */
  readonly outputs: boolean;
  readonly flowOutputs: boolean;
  readonly outputFiles: boolean;
  /** Scripts that clean up after a stopped task. */
  readonly stopScripts: boolean;
  /** References for numbers and booleans of tasks. */
  readonly valueRules: boolean;
  /** Environment variables from the installation's settings. */
  readonly settings: boolean;
  /** References to fields of the run. */
  readonly runValues: boolean;
  /** Values with names that the system uses. */
  readonly systemNames: boolean;
  /** Types of inputs, outputs, task outputs and value rules, in the order of the list of input types. */
  readonly types: readonly InputTypeName[];
}

export type RuntimeFeature = Exclude<keyof RuntimeFeatures, 'types'>;

const roleFeatures: Readonly<Record<TypeFacts['role'], readonly RuntimeFeature[]>> = {
  value: [],
  secret: ['secrets'],
  file: ['files'],
};

const noFeatures: Readonly<Record<RuntimeFeature, boolean>> = {
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
  runValues: false,
  systemNames: false,
};

/** All features, for the shared library. */
export const allFeatures: RuntimeFeatures = {
  ...(Object.fromEntries(Object.keys(noFeatures).map((name) => [name, true])) as Record<RuntimeFeature, true>), // its own keys
  types: inputTypeNames,
};

/** Collects features while a pipeline is composed. */
export class FeatureSet {
  readonly #used = new Set<RuntimeFeature>();
  readonly #types = new Set<InputTypeName>();

  /** Adds a feature if a condition is true. */
  add(feature: RuntimeFeature, isUsed = true): void {
    if (isUsed) this.#used.add(feature);
  }

  addType(type: InputTypeName): void {
    this.#types.add(type);
    for (const feature of roleFeatures[inputTypes[type].role]) this.#used.add(feature);
  }

  get features(): RuntimeFeatures {
    const features: Record<RuntimeFeature, boolean> = { ...noFeatures };
    for (const feature of this.#used) features[feature] = true;
    return { ...features, types: inputTypeNames.filter((name) => this.#types.has(name)) };
  }
}
