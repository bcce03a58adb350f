import type { Durability } from '../../../language/flow/flow.ts';
import type { GroovyCode } from '../../../language/groovy/groovy-code.ts';
import type { PipelineLibrary } from './jenkins-library.ts';

/**
 * A pipeline for Jenkins, as pieces of quoted Groovy: the model between a flow and the text of its Jenkinsfile.
 * Everything is in the order in which it is printed.
 */
export interface Pipeline {
  /** Comment lines at the top: the name and purpose of the flow. */
  readonly header: readonly GroovyCode[];
  /** The code around the flows. */
  readonly frame: ScriptedFrame | DeclarativeFrame;
  /** The flow itself, then the flows that its subflow tasks call, each call separately. */
  readonly flows: readonly FlowPiece[];
  /** The steps of the tasks. Separate methods for all tasks would make the class too large for the JVM. */
  readonly steps: readonly StepsPiece[];
  /** Functions that task types share, each once. */
  readonly support: readonly GroovyCode[];
  /** The members of the runtime that the rest needs. */
  readonly needed: ReadonlySet<string>;
  /** The shared library that contains the runtime; undefined if the Jenkinsfile contains it. */
  readonly library: PipelineLibrary | undefined;
}

interface Frame {
  /** The worker group; undefined for any agent. */
  readonly label: GroovyCode | undefined;
  /** The statements that prepare the workspace and run the outermost flow. */
  readonly run: readonly GroovyCode[];
}

/** The frame that Flowgate pushes: starts faster, and compares its digest with the requested one. */
export interface ScriptedFrame extends Frame {
  readonly kind: 'scripted';
}

/** The frame that users run by hand: declares parameters, and is more familiar. */
export interface DeclarativeFrame extends Frame {
  readonly kind: 'declarative';
  /** The name of the single stage around the tasks' stages. */
  readonly stage: GroovyCode;
  readonly parameters: readonly GroovyCode[];
  /** The argument of `options { durabilityHint(...) }`; undefined for the default. */
  readonly durability: GroovyCode | undefined;
}

/** One flow in a Jenkinsfile: its settings for the runtime, the methods that set its values, and its tasks. */
export interface FlowPiece {
  /** The method that returns the settings, `flow_1`. */
  readonly name: GroovyCode;
  /** Whether the method gets the frame of the calling task. */
  readonly isCalled: boolean;
  readonly title: GroovyCode;
  readonly settings: GroovyCode;
  readonly methods: readonly GroovyCode[];
  readonly tasks: readonly TaskGroup[];
}

/** Up to `tasksPerGroup` consecutive tasks of a section. */
export type TaskGroup = readonly TaskPiece[];

/** The settings of a task. */
export interface TaskPiece {
  /** Unique in the Jenkinsfile; the tasks of a section have consecutive numbers. */
  readonly number: number;
  readonly comment: readonly GroovyCode[];
  /** Declarations of the environment variables that the settings need as local variables. */
  readonly locals: readonly GroovyCode[];
  readonly settings: GroovyCode;
  /** Whether the settings are in a method of their own, `task_<number>`: long ones make that of the group too large. */
  readonly isSeparate: boolean;
}

/** A rendered template. Tasks with the same rendered template share one method, `steps_<name>`. */
export interface StepsPiece {
  readonly name: GroovyCode;
  /** The type that renders it first, for the comment above. */
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
