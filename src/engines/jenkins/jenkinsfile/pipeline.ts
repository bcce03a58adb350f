import type { GroovyCode } from '../../../groovy/groovy-code.ts';
import type { Durability } from '../../../language/flow/flow.ts';
import type { PipelineLibrary } from './jenkins-library.ts';
import type { RuntimeFeatures } from './runtime-features.ts';

/**
 * A pipeline for Jenkins, as pieces of quoted Groovy: the model between a flow and the text of its Jenkinsfile.
 * Everything is in the order in which it is printed.
 */
export interface Pipeline {
  /** Comment lines at the top: which flow this is, and what it is for. */
  readonly header: readonly GroovyCode[];
  /** The name of the single declarative stage around the tasks' stages. */
  readonly stage: GroovyCode;
  /** For the declarative frame: `any`, or a block with a label. */
  readonly agent: GroovyCode;
  /** For the scripted frame: the worker group; undefined for any agent. */
  readonly label: GroovyCode | undefined;
  readonly keepWorkspace: GroovyCode;
  /**
   * The digest that the build compares with the requested one; undefined in a text that users run by hand. A text with
   * a digest has a scripted frame, which starts faster. The other one has a declarative frame, which declares
   * parameters and is more familiar.
   */
  readonly digest: GroovyCode | undefined;
  /** The declared parameters; empty if the job's configuration declares them. */
  readonly parameters: readonly GroovyCode[];
  /**
   * The argument of `options { durabilityHint(...) }`; undefined for the default, and if the job's configuration has
   * it.
   */
  readonly durability: GroovyCode | undefined;
  /** The statement that runs the outermost flow. */
  readonly run: GroovyCode;
  /** The flow itself, then the flows that its subflow tasks call, each call separately. */
  readonly flows: readonly FlowPiece[];
  /** The steps of the tasks. Separate methods for all tasks would make the class too large for the JVM. */
  readonly steps: readonly StepsPiece[];
  /** The required features of the runtime. */
  readonly features: RuntimeFeatures;
  /** Functions that task types share, each once. */
  readonly support: readonly GroovyCode[];
  /** The shared library that contains the runtime; undefined if the Jenkinsfile contains it. */
  readonly library: PipelineLibrary | undefined;
}

/** One flow in a Jenkinsfile: its settings for the runtime, the methods that set its values, and its tasks. */
export interface FlowPiece {
  readonly number: GroovyCode;
  readonly title: GroovyCode;
  /** The map that `flow_<number>()` returns. */
  readonly settings: GroovyCode;
  readonly methods: readonly GroovyCode[];
  readonly tasks: readonly TaskPiece[];
}

/** One task: a method that returns its settings, including the name of its steps. */
export interface TaskPiece {
  /** The method, `task_3_alarm`; numbers are unique in the Jenkinsfile. */
  readonly name: GroovyCode;
  readonly comment: readonly GroovyCode[];
  /** Environment variables that the settings need as local variables. */
  readonly locals: readonly GroovyCode[];
  readonly settings: GroovyCode;
}

/** A rendered template. Tasks with the same rendered template share one method, `steps_<name>`. */
export interface StepsPiece {
  readonly name: GroovyCode;
  /** The types that render it, for the comment above. */
  readonly comment: GroovyCode;
  readonly code: GroovyCode;
}

/**
 * Jenkins' name of a flow's durability; undefined for `full`, so that the job leaves it to the controller's setting.
 */
export const durabilityHints: Readonly<Record<Durability, string | undefined>> = {
  full: undefined,
  performance: 'PERFORMANCE_OPTIMIZED',
};
