import type { JsonObject } from '../../base/text/json-value.ts';
import type { ControlKind } from '../flow/control.ts';
import type { Task } from '../flow/flow.ts';
import type { FlowContribution, FlowOutline, TaskContext, TaskType, TaskTypes } from '../flow/task-types.ts';
import type { GroovyCode } from '../groovy/groovy-code.ts';
import type { TaskDefinition, TaskExample, TaskSetting, TaskView, TaskWarning } from './task-contract.ts';

/** The task types of this installation. Created once at the start and never changed. */
export interface TaskRegistry extends TaskTypes {
  /** Each type once, in alphabetical order of the canonical names. */
  readonly types: readonly RegisteredTaskType[];
  /** The warnings that the types declare, by code. */
  readonly warnings: ReadonlyMap<string, TaskWarning>;
  /** The settings that the types declare, by the names of their variables. */
  readonly settings: ReadonlyMap<string, TaskSetting>;
  find(name: string): RegisteredTaskType | undefined;
}

/** A task type with its template. */
export interface RegisteredTaskType extends TaskType {
  /** Full names, like `name`. */
  readonly aliases: readonly string[];
  readonly title: string;
  /** Groovy functions that are added once to every Jenkinsfile with a task of this type. */
  readonly support: readonly GroovyCode[];
  /** The texts of its programs, by the names of their files. */
  readonly programs: ReadonlyMap<string, string>;
  /** See TaskDefinition. */
  readonly local?: TaskDefinition['local'];
  readonly warnings: NonNullable<TaskDefinition['warnings']>;
  readonly settings: NonNullable<TaskDefinition['settings']>;
  readonly documentation: TaskTypeDocumentation;
  /** See TaskDefinition. */
  readonly fromJenkins: NonNullable<TaskDefinition['fromJenkins']>;
  /** See TaskDefinition. */
  readonly fromJenkinsSteps: NonNullable<TaskDefinition['fromJenkinsSteps']>;
  /** See TaskDefinition. */
  readonly contribute?: (outline: FlowOutline) => FlowContribution;
  /** The pieces for a task that `check` accepted. */
  view(task: Task, context: TaskContext): TaskView;
  /** The task's steps: its template, filled in with the result of `view`. */
  render(view: TaskView): GroovyCode;
}

/** A task type as returned by `GET /transpiler/plugins/{type}`. */
export interface TaskTypeDocumentation {
  readonly type: string;
  readonly aliases: readonly string[];
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  /** JSON Schema of a whole task of this type, including the common properties. */
  readonly schema: JsonObject;
  /** What a type whose tasks run other tasks does with them. */
  readonly control?: ControlKind;
  /** The codes are strings, as the API returns them. */
  readonly examples: readonly (Omit<TaskExample, 'problems'> & { readonly problems?: readonly string[] })[];
}
