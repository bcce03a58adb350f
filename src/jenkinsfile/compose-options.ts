import type { ValidatedFlow } from '../language/flow/flow.ts';
import type { SubflowCall } from '../language/flow/task-types.ts';
import type { TaskRegistry } from '../language/task-types/task-registry.ts';

export interface ComposeOptions {
  readonly taskTypes: TaskRegistry;
  readonly settings: PipelineSettings;
  /** Shown in the header. */
  readonly revision?: number;
  /** Whether the text declares the parameters, for people who run it by hand, or the job's config.xml does. */
  readonly parameters: 'declared' | 'external';
  /** The flow that a subflow task calls; undefined when there is none. */
  readonly subflow?: (call: SubflowCall) => CalledFlow | undefined;
  /** `defaultCompositionLimits` when absent. */
  readonly compositionLimits?: CompositionLimits;
}

/** A flow that a subflow task calls, at the revision that is inlined. */
export interface CalledFlow {
  readonly flow: ValidatedFlow;
  readonly revision: number;
}

/** What an installation says about all its Jenkinsfiles. */
export interface PipelineSettings {
  readonly vendor: string;
  readonly prefix: string;
  /** Where workers find recordings; they see it as `FLOWGATE_ROSBAG_URL`. */
  readonly rosbagUrl?: string;
  /** The shared library in Jenkins that holds the runtime, `flowgate@1.0`; each Jenkinsfile holds its own when absent. */
  readonly jenkinsLibrary?: string;
}

/** What bounds a flow together with its subflows (docs/reference/configuration.md). */
export interface CompositionLimits {
  /** Of one Jenkinsfile, inlined ones included. */
  readonly tasks: number;
  /** How deep subflows may call each other. */
  readonly subflowDepth: number;
}

export const defaultCompositionLimits: CompositionLimits = { tasks: 1000, subflowDepth: 10 };
