import type { GroovyCode } from '../groovy/groovy-code.ts';
import type { PipelineLibrary } from './jenkins-library.ts';
import type { RuntimeFeatures } from './runtime-features.ts';

/**
 * What Jenkins shall do, as pieces of Groovy that are already quoted: the model between a flow and the text of its
 * Jenkinsfile. Everything is in the order in which it is printed.
 */
export interface Pipeline {
  /** Comment lines at the top: which flow this is, and what it is for. */
  readonly header: readonly GroovyCode[];
  /** The name of the one declarative stage that holds the tasks' stages. */
  readonly stage: GroovyCode;
  /** Of the declarative frame: `any`, or a block with a label. */
  readonly agent: GroovyCode;
  /** Of the scripted frame: the worker group; undefined for any node. */
  readonly label: GroovyCode | undefined;
  readonly keepWorkspace: GroovyCode;
  /**
   * What the build compares with the digest it was asked for; absent in a text that people run by hand. The text with a
   * digest has a scripted frame, which starts faster; the other one a declarative frame, which declares parameters and is
   * what people know.
   */
  readonly digest: GroovyCode | undefined;
  /** The declared parameters; empty where the job's own configuration declares them. */
  readonly parameters: readonly GroovyCode[];
  /** The argument of `options { durabilityHint(...) }`; absent for the default, and where the job's own configuration says it. */
  readonly durability: GroovyCode | undefined;
  /** The statement that runs the first flow. */
  readonly run: GroovyCode;
  /** The flow itself, then the flows that its subflow tasks call, each call on its own. */
  readonly flows: readonly FlowPiece[];
  /** What the tasks do. A method of its own for each task would make the class too large for the JVM. */
  readonly steps: readonly StepsPiece[];
  /** What the runtime must be able to do. */
  readonly features: RuntimeFeatures;
  /** Functions that task types share, each once. */
  readonly support: readonly GroovyCode[];
  /** The shared library that holds the runtime; undefined where the Jenkinsfile holds it itself. */
  readonly library: PipelineLibrary | undefined;
}

/** One flow in a Jenkinsfile: what the runtime must know of it, the methods that give its values, and its tasks. */
export interface FlowPiece {
  readonly number: GroovyCode;
  readonly title: GroovyCode;
  /** The map that `flow_<number>()` returns. */
  readonly settings: GroovyCode;
  readonly methods: readonly GroovyCode[];
  readonly tasks: readonly TaskPiece[];
}

/** One task: a method that returns its settings, among them the name of its steps. */
export interface TaskPiece {
  /** The method, `task_3_alarm`; tasks are counted through the whole Jenkinsfile. */
  readonly name: GroovyCode;
  readonly comment: readonly GroovyCode[];
  /** Environment names that the settings need as local variables. */
  readonly locals: readonly GroovyCode[];
  readonly settings: GroovyCode;
}

/** A rendered template. Tasks whose templates come out the same share one method, `steps_<name>`. */
export interface StepsPiece {
  readonly name: GroovyCode;
  /** The types that render it, for the comment above. */
  readonly comment: GroovyCode;
  readonly code: GroovyCode;
}
