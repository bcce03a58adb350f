import type { ParsedTemplate } from '../expressions/parse-template.ts';
import type { Reference } from '../expressions/reference.ts';
import type { InputTypeName } from '../input-types/input-types.ts';
import type { Input } from '../inputs/input.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { Problem, Path, SourceText } from '../../problem/problem.ts';
import type { Task, Variable } from './flow.ts';
import type { ValueRule } from './value-rule.ts';

/**
 * The task types that a flow may use, as the flow language sees them. The task registry implements this port; the
 * language itself knows no task type by name.
 */
export interface TaskTypes {
  /** Every name that `find` takes, aliases included, in alphabetical order. */
  readonly names: readonly string[];
  find(name: string): TaskType | undefined;
  /** What each type contributes to a flow as a whole. */
  contributions(outline: FlowOutline): readonly FlowContribution[];
}

export interface TaskType {
  /** The full canonical name, `dev.<vendor>.plugin.acme.Announce`. */
  readonly name: string;
  /**
   * Checks the properties against the schema of the type. A plain number or boolean where the schema means a string is
   * taken as its source text, with a `coerced-text` problem; a number or boolean in quotes as what it says. All paths are
   * relative to the task.
   * `properties` is what could be read, also when there are problems.
   */
  read(
    properties: JsonObject,
    sourceText: SourceText,
  ): { readonly properties: JsonObject; readonly problems: readonly Problem[] };
  /**
   * Every text property in which references are replaced, in document order; paths are relative to the task. They are read
   * as templates when the properties are first looked at, and never again in this thread.
   * @param properties what `read` returned
   */
  texts(properties: JsonObject): readonly TextProperty[];
  /** What a schema cannot say; paths are relative to the task. */
  check(task: Task, context: TaskContext): readonly Problem[];
  /** The call of another flow, when this type is one; its tasks are inlined instead of rendering a template. */
  subflow?(task: Task): SubflowCall;
}

export interface TextProperty extends ParsedTemplate {
  readonly path: Path;
  readonly text: string;
  readonly language: TextLanguage;
  /** Where the text is a reference in the place of a number or boolean: what its value must be. */
  readonly value?: ValueRule;
}

/**
 * What a text property is written in, which decides how a reference is put into it (docs/reference/expressions.md):
 * `text` is plain, and so are `file`, the content of a file for other programs, and `variables`, in which `${NAME}` of a
 * variable is its value; the others have places with rules of their own.
 */
export type TextLanguage = 'text' | 'file' | 'variables' | 'shell' | 'bash' | 'python' | 'json' | 'url' | 'header';

/** What a task module may know about the flow around its task. */
export interface TaskContext {
  /** `FLOWGATE_PREFIX`, in upper case: begins the names of variables that task types contribute. */
  readonly prefix: string;
  /** The vendor in task type names. */
  readonly vendor: string;
  /** Whether there is a recording service (`FLOWGATE_ROSBAG_URL`); undefined where that is not known, as offline. */
  readonly recordingService?: boolean;
  readonly inputs: readonly Input[];
  /** Those that task types contribute included, each with the template of its value. */
  readonly variables: readonly Variable[];
  /** The declared type of a reference; undefined when it does not resolve. */
  typeOf(reference: Reference): InputTypeName | undefined;
}

/** A flow as the task types see all of it, when it was read and before it is checked. */
export interface FlowOutline {
  /** See TaskContext. */
  readonly prefix: string;
  readonly vendor: string;
  /** In document order, each with its path in the document. */
  readonly inputs: readonly { readonly id: string; readonly path: Path }[];
  /** In the order in which they run. The type is the canonical name, and what the author wrote where it is not registered. */
  readonly tasks: readonly { readonly id: string; readonly type: string }[];
}

/** What a task type brings to a flow beside the steps of its tasks, also where the flow has no task of the type. */
export interface FlowContribution {
  /** Variables that the flow has without declaring them, by name: a template of the value. One that it declares counts instead. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Ids of inputs that a task of the type reads without a reference. */
  readonly usedInputs?: readonly string[];
  /** Names of settings of the installation that the tasks of the flow see as environment variables: `FLOWGATE_ROSBAG_URL`. */
  readonly settings?: readonly string[];
  /** What is wrong with the flow as a whole; paths are those of the document. */
  readonly problems?: readonly Problem[];
}

export interface SubflowCall {
  readonly namespace: string;
  readonly flowId: string;
  /** The latest one where it is absent. */
  readonly revision?: number;
  /** Child input id to a value; texts in it are templates of the parent. */
  readonly inputs: JsonObject;
}
