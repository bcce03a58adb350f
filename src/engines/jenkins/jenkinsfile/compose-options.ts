import type { PlanOptions, PlanSettings } from '../../../language/execution-plan/plan-options.ts';

export interface ComposeOptions extends PlanOptions {
  readonly settings: PipelineSettings;
  /** Shown in the header. */
  readonly revision?: number;
  /** Whether the text declares the parameters, for users who run it by hand, or the job's config.xml does. */
  readonly parameters: 'declared' | 'external';
  /** Whether builds can begin after the first task; those of a flow that waits always can. Only for external parameters. */
  readonly canBegin?: boolean;
}

/** The settings of an installation for all its Jenkinsfiles. */
export interface PipelineSettings extends PlanSettings {
  /**
   * The shared library in Jenkins that contains the runtime, `flowgate@1.0`; undefined if each Jenkinsfile includes it.
   */
  readonly jenkinsLibrary?: string;
}
