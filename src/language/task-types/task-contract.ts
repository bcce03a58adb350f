/**
 * The contract between Flowgate and a task module. It exports everything that a module in `tasks/` can import, except
 * code that modules share in `tasks/support`. A module is `tasks/<stem>.ts` with an export `task`, and a template
 * `templates/tasks/<stem>.groovy.hbs`.
 */
import type { OwnCode } from '../../base/problem/problem-catalogue.ts';
import type { Problem as AnyProblem } from '../../base/problem/problem.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import type { ControlKind, Controls } from '../flow/control.ts';
import type { RetryPolicy, Task } from '../flow/flow.ts';
import type { FlowContribution, FlowOutline, SubflowCall, TaskContext } from '../flow/task-types.ts';
import type { Wait } from '../flow/wait.ts';
import type { InputTypeName } from '../input-types/input-types.ts';
import type { Input } from '../inputs/input.ts';
import type { FromJenkins, FromJenkinsSteps } from './jenkins-shapes.ts';
import type { Piece } from './piece.ts';
import type { SchemaValue } from './schema-value.ts';

export { shellLiteral, shellText, shellWord, shellWordWithVariables } from '../expressions/shell-text.ts';
export { shellBoolean, shellNumber } from '../expressions/shell-text.ts';
export type { ReferenceText } from '../expressions/parse-template.ts';
export { parseTemplate } from '../expressions/parse-template.ts';
export { templateReferences } from '../expressions/references-of.ts';
export { environmentName, referenceText, type Reference } from '../expressions/reference.ts';
export type { Template } from '../expressions/template.ts';
export type { ValueForm } from '../input-types/value-form.ts';
export {
  identifierForm,
  placeholderArguments,
  placeholderText,
  shellForm,
  type PlaceholderText,
} from '../expressions/placeholder-text.ts';
export { shell, shellCode, type ShellValue } from './shell-code.ts';
export { boolean, list, map, message, messageLines, messages, number, program, text, type Piece } from './piece.ts';
export {
  commandProperties,
  commandScript,
  environmentProperty,
  linesOfShell,
  runnable,
  shellExports,
  textListProperty,
  type CommandProperties,
} from './shared-properties.ts';
export { exportsForSteps, hasDeferred, setsDeferred } from './deferred-variables.ts';
export { stepName } from '../expressions/reserved-names.ts';
export { formOfType, isSecretType } from '../input-types/input-types.ts';
export type { SchemaValue } from './schema-value.ts';
export { relativePathProblems } from './shared-properties.ts';
export { quoteShort } from '../../base/problem/describe-value.ts';
export type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
export type { FlowContribution, FlowOutline, TaskContext, SubflowCall, TextLanguage } from '../flow/task-types.ts';
export type { InputTypeName, RetryPolicy, Task };
export { defaultMaxItems, type BlockOutput, type Choice, type ControlKind, type Controls } from '../flow/control.ts';
export { concurrentProperties, inputList, itemSchemaProperty, outputsProperty, taskList } from './block-properties.ts';
export { parseDuration } from '../flow/duration.ts';
export { durationProblem } from '../flow/read/flow-property-kinds.ts';
export { parseInstant } from '../flow/wait-end.ts';
export { decisions, shortWaitSeconds, type Wait } from '../flow/wait.ts';
export type { FromJenkins, FromJenkinsSteps, JenkinsShapes, JenkinsStepArguments } from './jenkins-shapes.ts';
/** A problem that a module reports; `Declared` are the codes of its own warnings. */
export type Problem<Declared extends string = never> = AnyProblem<Declared>;

/**
 * A task type. `Properties` is the type of the values that the schema in `properties` describes: see SchemaValue.
 * Modules are pure: no configuration, no clock, no network, no other task.
 */
export interface TaskDefinition<
  Properties extends object = JsonObject,
  Schema extends JsonObject = JsonObject,
  Declared extends string = string,
> {
  /** The name after `dev.<vendor>.plugin.`, such as `acme.Announce`. */
  readonly type: string;
  /** Further names for the same type, also without the prefix. */
  readonly aliases?: readonly string[];
  /** A few words in the imperative: `Run shell commands`. Shown in lists, and as the comment above a generated task. */
  readonly title: string;
  /** A description in Markdown, for authors of flows. */
  readonly description: string;
  /**
   * JSON Schema (draft 2020-12) of the properties besides the common ones: an object schema whose `properties` all have
   * a `description`. `additionalProperties: false` is implied at the top. A string is a template unless its schema has
   * `enum`, `const` or `"x-language": "verbatim"`; `"x-language"` names a TextLanguage if the string is not plain text.
   * "Exactly one of" is a `oneOf` of `{required: [name]}`; a map with `"x-names": "environment"` has environment
   * variables as keys (see `environmentProperty`).
   *
   * For a number or boolean, authors can write a reference, which arrives as a ReferenceText: its value is known only
   * in the execution, which checks it against the schema before the task starts. `number`, `boolean`, `shellNumber` and
   * `shellBoolean` accept both. A number or boolean that the module itself must know has `"x-language": "verbatim"`.
   */
  readonly properties: Schema;
  /** Warnings that only this type reports, by code. For an error, use a code of Flowgate itself. */
  readonly warnings?: Readonly<Record<Declared, TaskWarning>>;
  /**
   * The parts of a result that a field of `outputSchema` can come from with `from`, each with a description. A name that
   * ends with `.<name>` stands for every part with that start. The view finds them in `outputSources` of the task.
   */
  readonly outputSources?: Readonly<Record<string, string>>;
  /** Settings of the installation that only this type needs, by the name of the variable: `FLOWGATE_...`. */
  readonly settings?: Readonly<Record<string, TaskSetting>>;
  /**
   * Checks what the schema cannot express, with paths relative to the task: `['commands', 0]`. Called with the valid
   * properties, if they match the schema without the others.
   */
  check?(task: TaskOf<Properties>, context: TaskContext): readonly Problem<NoInfer<Declared>>[];
  /**
   * The contributions of the type to a flow as a whole, for each checked flow, even one without a task of the type:
   * variables that the flow does not have to declare, inputs that count as used, problems. Undefined if there is
   * nothing to contribute.
   */
  contribute?(outline: FlowOutline): FlowContribution<NoInfer<Declared>> | undefined;
  /**
   * The pieces for the task's template and its steps. Each becomes an item of the map `task` in the steps,
   * and `{{name}}` prints it in the template; a boolean only decides an `{{#if}}` of the template. Every view has every
   * key that the template names, with `undefined` if there is nothing to print.
   */
  view?(task: TaskOf<Properties>, context: TaskContext): TaskView;
  /**
   * What Flowgate's own engine does with the view; without it, tasks of the type run on Jenkins only. `script` runs it
   * as `runScript(task)` does: the view has `script` (shell code: see `shell`), and optionally `shell` (the name of the
   * shell), `files` (a map), `stop` (shell code), `returns` (the file with the JSON of the outputs) and `outputFiles`.
   * `message` prints `message`.
   */
  readonly local?: LocalForm;
  /** Present if the task calls another flow, whose tasks are inlined in its place. Such a type has no template. */
  subflow?(task: TaskOf<Properties>): SubflowCall;
  /**
   * Present if tasks of the type run other tasks: what engines do with the lists in its properties (see `taskList`),
   * as one of five kinds. Its template calls the function of the kind, such as `runLoop(task)`.
   */
  readonly control?: ControlOf<Properties>;
  /**
   * Present if tasks of the type wait: for what. The pieces `message`, `for` and `until` of the view are texts of the
   * wait. Its template is `endSegment(task)`, for a pause `pauseTask(task)`.
   * @param form the inputs in the property that is a list of them (see `inputList`)
   */
  wait?(task: TaskOf<Properties>, form: readonly Input[]): Wait;
  /** How the import of Jenkins jobs writes tasks of this type. At most one type says each shape. */
  readonly fromJenkins?: FromJenkins;
  /** The steps of Jenkins plugins that become a task of this type. At most one type says each step. */
  readonly fromJenkinsSteps?: FromJenkinsSteps;
  /** Shown to users and run by a test: accepted and rendered, or rejected with exactly these codes. */
  readonly examples: readonly TaskExample<NoInfer<Declared>>[];
}

/** A form in which a view runs on Flowgate's own engine, named after the piece that it requires. */
export type LocalForm = 'script' | 'message';

/** The kind is known for every task, even if its properties are invalid. */
export type ControlOf<Properties extends object> = {
  readonly [Kind in ControlKind]: { readonly kind: Kind; of(task: TaskOf<Properties>): Controls[Kind] };
}[ControlKind];

/** A warning that a task type declares; `docs/reference/problems.md` lists it with the codes of Flowgate itself. */
export interface TaskWarning {
  /** The problem, as a sentence without a full stop. */
  readonly title: string;
  readonly example: ProblemExample;
}

/** A part of a flow with the problem, or a description if it takes more than one document. */
export type ProblemExample = { readonly yaml: string } | { readonly words: string };

/**
 * A setting that a task type declares. The tasks of a flow get it as an environment variable if the type contributes it
 * (see FlowContribution), so it is in the Jenkinsfile and must not be a secret.
 */
export interface TaskSetting {
  /** What it sets, in Markdown, for the page about the configuration. */
  readonly description: string;
  /** For a URL: the protocols that it can have, such as `https`. Any text is valid without them. */
  readonly protocols?: readonly string[];
}

/** A task with its properties in the shape of its module's schema. */
export type TaskOf<Properties extends object> = Omit<Task, 'properties'> & { readonly properties: Properties };

/** `script` and `stop` are shell code (see `shell`); a `message`, in which values replace references, is data. */
export type TaskView = Readonly<Record<string, Piece | boolean | undefined>>;

export interface TaskExample<Declared extends string = string> {
  /** What the example shows, as a sentence. */
  readonly title: string;
  /** One or more tasks as YAML list items; a whole flow (starting with `id:`) if it needs inputs. */
  readonly yaml: string;
  /** The codes of its problems; default none. */
  readonly problems?: readonly (OwnCode | Declared)[];
}

/** A schema of properties whose type TypeScript infers. */
export type PropertiesSchema = JsonObject & { readonly properties: JsonObject };

/**
 * Types a task definition, and returns it unchanged. The type of the properties is inferred from their schema. A module
 * that declares its own type, `defineTask<AnnounceProperties>({ ... })`, must keep it consistent with its schema.
 */
export function defineTask<const Schema extends PropertiesSchema, Declared extends string = never>(
  definition: TaskDefinition<SchemaValue<Schema> & object, Schema, Declared>,
): TaskDefinition<SchemaValue<Schema> & object, Schema, Declared>;
export function defineTask<Properties extends object>(
  definition: TaskDefinition<Properties>,
): TaskDefinition<Properties>;
export function defineTask(definition: unknown): unknown {
  return definition;
}
