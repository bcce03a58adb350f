import type { DeclaredCode } from '../../base/problem/problem-catalogue.ts';
import type { Path, Problem, SourceText } from '../../base/problem/problem.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import type { Condition } from '../expressions/condition.ts';
import type { ParsedTemplate } from '../expressions/parse-template.ts';
import type { Reference } from '../expressions/reference.ts';
import type { InputTypeName } from '../input-types/input-types.ts';
import type { Input } from '../inputs/input.ts';
import type { Control, ControlKind } from './control.ts';
import type { Task, Variable } from './flow.ts';
import type { ValueRule } from './value-rule.ts';
import type { Wait } from './wait.ts';

/**
 * The task types that a flow can use, as the flow language sees them. The task registry implements this port; the
 * language knows no task type by name.
 */
export interface TaskTypes {
  /** The full names, including aliases, in alphabetical order. */
  readonly names: readonly string[];
  /** @param name a full name, or one without `dev.<vendor>.plugin.` */
  find(name: string): TaskType | undefined;
  /** The contributions of each type to a flow as a whole. */
  contributions(outline: FlowOutline): readonly FlowContribution[];
}

export interface TaskType {
  /** The full canonical name, `dev.<vendor>.plugin.acme.Announce`. */
  readonly name: string;
  /**
   * Checks the properties against the schema of the type. If the schema expects a string, a plain number or boolean is
   * read as its source text, with a `coerced-text` problem; if it expects a number or boolean, one in quotes is read as
   * that value.
   */
  read(properties: JsonObject, sourceText: SourceText): TypedProperties;
  /** The `texts` of properties that `read` returned earlier, parsed again: they are not stored with a flow. */
  texts(properties: JsonObject): readonly TextProperty[];
  /** Checks what a schema cannot express; paths are relative to the task. @param typed what `read` returned */
  check(task: Task, typed: TypedProperties, context: TaskContext): readonly Problem[];
  /** What `from` of a field can name, with descriptions; undefined if the type has no such parts. */
  readonly outputSources?: Readonly<Record<string, string>>;
  /** The call of another flow, if this type is one; no template is rendered. */
  subflow?(task: Task): SubflowCall;
  /** Present if the tasks of the type run other tasks. */
  readonly block?: BlockType;
  /** Present if the tasks of the type wait. */
  readonly wait?: WaitType;
}

/** A task type whose tasks run other tasks. */
export interface BlockType {
  readonly kind: ControlKind;
  /** The paths of the lists of tasks in the properties, in document order. */
  bodies(properties: JsonObject): readonly Path[];
  /** @param properties that fit the schema */
  control(task: Task, properties: JsonObject): Control;
}

/** A task type whose tasks wait. */
export interface WaitType {
  /** The property with the inputs of the form. */
  readonly form?: string;
  /** @param properties that fit the schema */
  of(task: Task, properties: JsonObject, form: readonly Input[]): Wait;
}

/** The properties of a task as its type reads them; paths are relative to the task. */
export interface TypedProperties {
  /** What could be read, even if there are problems. */
  readonly properties: JsonObject;
  /**
   * `properties` without those that do not match the schema, so that one problem does not hide another; undefined if
   * the rest does not match either.
   */
  readonly fitting: JsonObject | undefined;
  /** Every string in which references are replaced, in document order. */
  readonly texts: readonly TextProperty[];
  readonly problems: readonly Problem[];
}

export interface TextProperty extends ParsedTemplate {
  readonly path: Path;
  readonly text: string;
  readonly language: TextLanguage;
  /** What its references can see; undefined for what the task itself can. */
  readonly scope?: TextScope;
  /** If the string is a condition that could be parsed. */
  readonly condition?: Condition;
  /** If the string is a reference in the place of a number or boolean: the rule for its value. */
  readonly value?: ValueRule;
}

/**
 * The language of a string property, which decides how references are inserted (docs/reference/expressions.md): `text`
 * is plain, and so are `file`, the content of a file for other programs, and `variables`, in which `${NAME}` of a
 * variable is its value. A `condition` is an expression. The others have rules for each place.
 */
export type TextLanguage =
  | 'text'
  | 'file'
  | 'variables'
  | 'shell'
  | 'bash'
  | 'python'
  | 'json'
  | 'url'
  | 'header'
  | 'condition';

/**
 * What the references in a string of a block can see, beside what the block itself can: for `item` the item of the
 * loop, for `body` also all tasks inside the block.
 */
export type TextScope = 'outside' | 'item' | 'body';

/** The parts of a flow that a task module can see. */
export interface TaskContext {
  /** `FLOWGATE_PREFIX`, in upper case: the prefix of variables that task types contribute. */
  readonly prefix: string;
  /** The vendor in task type names. */
  readonly vendor: string;
  /** The names of the installation's task settings that are set; undefined if unknown, as in the offline CLI. */
  readonly settings?: ReadonlySet<string>;
  readonly inputs: readonly Input[];
  /** Including those that task types contribute, each with the template of its value. */
  readonly variables: readonly Variable[];
  /** The declared type of a reference; undefined if it does not resolve. */
  typeOf(reference: Reference): InputTypeName | undefined;
}

/** A flow as task types see the whole of it, after reading and before validation. */
export interface FlowOutline {
  /** See TaskContext. */
  readonly prefix: string;
  readonly vendor: string;
  readonly settings?: ReadonlySet<string>;
  /** In document order, each with its path in the document. */
  readonly inputs: readonly { readonly id: string; readonly path: Path }[];
  /**
   * In the order in which they run. The type is the canonical name, or what the author wrote if it is not registered.
   */
  readonly tasks: readonly { readonly id: string; readonly type: string }[];
}

/**
 * The contributions of a task type to a flow in addition to the steps of its tasks, even if the flow has no task of the
 * type.
 */
export interface FlowContribution<Declared extends string = DeclaredCode> {
  /** Variables by name, each as a template of its value. A variable that the flow declares itself takes precedence. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Ids of inputs that a task of the type reads without a reference. */
  readonly usedInputs?: readonly string[];
  /** Names of task settings of the installation that the tasks of the flow see as environment variables. */
  readonly settings?: readonly string[];
  /** Tasks that run before those of the flow, as an author would write them. */
  readonly tasks?: readonly JsonObject[];
  /** Problems of the flow as a whole; paths are those of the document. */
  readonly problems?: readonly Problem<Declared>[];
}

export interface SubflowCall {
  readonly namespace: string;
  readonly flowId: string;
  /** Default: the latest revision. */
  readonly revision?: number;
  /** Child input id to value; strings in it are templates of the parent. */
  readonly inputs: JsonObject;
  /** Runs it as an execution of its own; by default its tasks are inlined. */
  readonly separate?: {
    /** Whether the task waits for the end of the execution. */
    readonly untilEnd: boolean;
  };
}
