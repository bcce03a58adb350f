import { messageOf } from '../../base/problem/message-of.ts';
import { isOwnCode, type DeclaredCode } from '../../base/problem/problem-catalogue.ts';
import type { Problem } from '../../base/problem/problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { propertySchemas } from '../document/section.ts';
import type { Control } from '../flow/control.ts';
import type { Task } from '../flow/flow.ts';
import { taskSection } from '../flow/read/task-section.ts';
import type { BlockType, FlowOutline, TaskContext, TypedProperties } from '../flow/task-types.ts';
import { namesOf } from '../flow/type-names.ts';
import type { GroovyCode } from '../groovy/groovy-code.ts';
import { inputDefinitionSchema } from '../inputs/input-definition-schema.ts';
import { viewOf, viewPieces } from '../task-types/checked-view.ts';
import { schemaWithReferences } from '../task-types/reference-schema.ts';
import { shellProblems } from '../task-types/shell-problems.ts';
import type { TaskDefinition, TaskView } from '../task-types/task-contract.ts';
import { closedSchema, type TaskPropertyReader } from '../task-types/task-property-reader.ts';
import type { RegisteredTaskType, TaskTypeDocumentation } from '../task-types/task-registry.ts';
import type { TaskTemplate } from './task-template.ts';

/** The contents of the files of a task type. A type that calls another flow has no template. */
export interface TaskTypeParts {
  readonly definition: TaskDefinition;
  /** The path of the module, for messages. */
  readonly module: string;
  readonly properties: TaskPropertyReader;
  readonly template?: TaskTemplate;
  readonly support: readonly GroovyCode[];
  readonly programs: ReadonlyMap<string, string>;
}

/** Joins a module and its templates under the names of this installation. */
export function registerTaskType(parts: TaskTypeParts, vendor: string): RegisteredTaskType {
  const { definition, module, properties, template, support, programs } = parts;
  const type = fullTypeName(definition.type, vendor);
  let documentation: TaskTypeDocumentation | undefined;
  const { subflow, control, wait, warnings = {}, settings = {}, fromJenkins = {}, fromJenkinsSteps = {} } = definition;
  const declaredOnly = (problems: readonly Problem<string>[]) =>
    problems.map((problem) => asDeclared(problem, warnings));
  const rendered = new Map<string, GroovyCode>();
  return {
    name: type,
    aliases: aliasesOf(definition, vendor),
    title: definition.title,
    support,
    programs,
    ...(definition.local !== undefined && { local: definition.local }),
    get documentation() {
      return (documentation ??= documentTaskType(definition, vendor));
    },
    warnings,
    settings,
    fromJenkins,
    fromJenkinsSteps,
    read: (written, sourceText) => properties.read(written, sourceText),
    texts: (read) => properties.texts(read),
    check(task: Task, { fitting, texts }: TypedProperties, context: TaskContext): readonly Problem[] {
      const found = fitting === undefined ? [] : (definition.check?.({ ...task, properties: fitting }, context) ?? []);
      // A property with an invalid value is still present.
      const own = fitting === task.properties ? found : found.filter(({ code }) => code !== 'missing-property');
      return [...naming(module, () => declaredOnly(own)), ...shellProblems(texts, context)];
    },
    ...(definition.outputSources !== undefined && { outputSources: definition.outputSources }),
    ...(subflow !== undefined && { subflow: (task: Task) => subflow(task) }),
    ...(control !== undefined && { block: blockType(module, control, properties) }),
    ...(wait !== undefined && {
      wait: {
        form: properties.inputList,
        of: (task, read, form) => naming(module, () => wait({ ...task, properties: read }, form)),
      },
    }),
    ...(definition.contribute !== undefined && {
      contribute: (outline: FlowOutline) =>
        naming(module, () => {
          const { problems = [], ...others } = definition.contribute?.(outline) ?? {};
          return { ...others, problems: declaredOnly(problems) };
        }),
    }),
    view: (task, context) => naming(module, () => viewOf(definition, task, context)),
    render(view: TaskView): GroovyCode {
      if (template === undefined) throw new Error(`${type} has no template`);
      const key = stepsKey(template, view);
      const known = key === undefined ? undefined : rendered.get(key);
      const steps = known ?? naming(module, () => template.render(viewPieces(view)));
      if (key !== undefined) rendered.set(key, steps);
      return steps;
    },
  };
}

function blockType(
  module: string,
  { kind, of }: NonNullable<TaskDefinition['control']>,
  reader: TaskPropertyReader,
): BlockType {
  return {
    kind,
    bodies: (properties) => reader.taskLists(properties),
    control: (task, properties) => naming(module, () => ({ ...of({ ...task, properties }), kind }) as Control), // of the same kind
  };
}

/** @throws {Error} for a code that neither Flowgate nor the type declares */
function asDeclared({ code, ...problem }: Problem<string>, warnings: RegisteredTaskType['warnings']): Problem {
  if (isOwnCode(code)) return { ...problem, code };
  if (!Object.hasOwn(warnings, code)) throw new Error(`task.warnings does not declare the code ${code}`);
  return { ...problem, code: code as DeclaredCode }; // checked above
}

/**
 * What the steps of a task depend on, if its template prints no piece: which of the tested pieces are there. Undefined
 * for any other template.
 */
function stepsKey({ printed, asked }: TaskTemplate, view: TaskView): string | undefined {
  if (printed.size > 0) return undefined;
  return [...asked].map((name) => (Object.hasOwn(view, name) ? Boolean(view[name]) : 'missing')).join(' ');
}

/**
 * An error of a task module for a task unlike its examples: a defect of the installation. The message names the module.
 */
export class TaskModuleDefect extends Error {
  override readonly name = 'TaskModuleDefect';
}

function naming<Result>(module: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw new TaskModuleDefect(`${module}: ${messageOf(error)}`, { cause: error });
  }
}

function documentTaskType(definition: TaskDefinition, vendor: string): TaskTypeDocumentation {
  const type = fullTypeName(definition.type, vendor);
  const aliases = aliasesOf(definition, vendor);
  const { title, description, control, examples } = definition;
  const ownExamples = examples.map((example) => ({
    ...example,
    yaml: example.yaml.replaceAll(fullTypeName('', 'vendor'), fullTypeName('', vendor)),
  }));
  return {
    type,
    aliases,
    title,
    description,
    schema: taskSchema(definition, namesOf({ type, aliases })),
    ...(control !== undefined && { control: control.kind }),
    examples: ownExamples,
  };
}

function aliasesOf({ aliases = [] }: TaskDefinition, vendor: string): readonly string[] {
  return aliases.map((alias) => fullTypeName(alias, vendor));
}

export function fullTypeName(type: string, vendor: string): string {
  return `dev.${vendor}.plugin.${type}`;
}

/** JSON Schema of a whole task of one type. */
function taskSchema({ title, properties }: TaskDefinition, names: readonly string[]): JsonObject {
  const closed = withItems(schemaWithReferences(closedSchema(properties)));
  const { id, type, ...common } = taskSection.properties;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...closed,
    properties: {
      id: id.schema,
      type: { ...type.schema, enum: names },
      ...(closed.properties as JsonObject), // checked at the start
      ...propertySchemas(common),
    },
    required: ['id', 'type', ...((closed.required as readonly string[] | undefined) ?? [])], // ajv has compiled it
  };
}

/** A schema with that of the items in lists of tasks and of inputs, which the reader of properties does not see. */
function withItems(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => [
    keyword,
    isJsonObject(value) ? withItems(value) : value,
  ]);
  const { id, type } = taskSection.properties;
  const task = { type: 'object', properties: { id: id.schema, type: type.schema }, required: ['id', 'type'] };
  return {
    ...Object.fromEntries(entries),
    ...(schema['x-tasks'] === true && { items: task }),
    ...(schema['x-inputs'] === true && { items: inputDefinitionSchema() }),
  };
}
