import type { ValidatedFlow } from '../flow/flow.ts';
import type { SubflowCall } from '../flow/task-types.ts';
import type { TaskRegistry } from '../task-types/task-registry.ts';

export interface PlanOptions {
  readonly taskTypes: TaskRegistry;
  readonly settings: PlanSettings;
  /** The flow that a subflow task calls; undefined if it was not found. */
  readonly subflow?: (call: SubflowCall) => CalledFlow | undefined;
  /** Whether calls that are executions of their own are inlined: where there are no executions. */
  readonly inlinesSeparate?: boolean;
  /** Default: `defaultCompositionLimits`. */
  readonly compositionLimits?: CompositionLimits;
}

/** A flow that a subflow task calls, at the revision that is inlined. */
export interface CalledFlow {
  readonly flow: ValidatedFlow;
  /** Undefined for a flow that is not stored. */
  readonly revision: number | undefined;
}

/** The settings of an installation for what its flows run. */
export interface PlanSettings {
  readonly vendor: string;
  readonly prefix: string;
  /** Where users reach Flowgate, with its base path; undefined if unknown. */
  readonly publicUrl?: string | undefined;
  /** The settings that task types can request for the environment of a flow, by name; absent if not set. */
  readonly taskSettings?: Readonly<Record<string, string>>;
  /** How many tasks an execution of a flow with blocks runs at most; `defaultMaxTaskRuns` by default. */
  readonly maxTaskRuns?: number | undefined;
}

/** The limits of a flow together with its subflows (docs/reference/configuration.md). */
export interface CompositionLimits {
  /** The max tasks of one Jenkinsfile, including those of inlined subflows. */
  readonly tasks: number;
  /** The max depth of subflow calls. */
  readonly subflowDepth: number;
}

export const defaultCompositionLimits: CompositionLimits = { tasks: 1000, subflowDepth: 10 };
