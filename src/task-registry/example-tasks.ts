import { parseDocument } from 'yaml';
import type { TaskContext } from '../flow/task-types.ts';
import type { JsonObject, JsonValue } from '../problem/json-value.ts';
import { commonTaskPropertyNames } from './common-task-schema.ts';
import { isObject } from './property-schema.ts';
import type { TaskDefinition, TaskOf } from './task-contract.ts';

/**
 * The keys that every view of a module returns, seen on the examples that it says are accepted.
 * @throws {Error} for examples without a task of the type; whatever the view throws
 */
export function exampleKeys(definition: TaskDefinition): ReadonlySet<string> {
  const accepted = definition.examples.filter(({ problems = [] }) => problems.length === 0);
  const tasks = accepted.flatMap(({ yaml }) => tasksOf(yaml, definition));
  if (tasks.length === 0) throw new Error(`no accepted example holds a task of the type ${definition.type}`);
  const keys = tasks.map((task) => new Set(Object.keys(definition.view?.(task, emptyContext) ?? {})));
  return keys.reduce((shared, one) => new Set([...shared].filter((key) => one.has(key))));
}

/** What a view may know when there is no flow around its task. */
const emptyContext: TaskContext = { prefix: 'VENDOR', vendor: 'vendor', inputs: [], variableNames: [], typeOf: () => undefined };

/** The tasks of this type in an example: list items, or a whole flow. */
function tasksOf(yaml: string, definition: TaskDefinition): TaskOf<JsonObject>[] {
  const document = parseDocument(yaml, { prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined) throw new Error(`the example does not parse: ${fault.message}`);
  const value = document.toJS() as JsonValue; // YAML's core schema has JSON's values alone
  const items = isObject(value) ? value.tasks : value;
  if (!Array.isArray(items)) return [];
  return items.filter(isObject).filter((item) => isOfType(item, definition)).map(taskOf);
}

function isOfType({ type }: JsonObject, definition: TaskDefinition): boolean {
  return [definition.type, ...(definition.aliases ?? [])].some((name) => String(type).endsWith(`.plugin.${name}`));
}

function taskOf(item: JsonObject): TaskOf<JsonObject> {
  const properties = Object.entries(item).filter(([key]) => !commonTaskPropertyNames.includes(key));
  const returned = isObject(item.outputSchema) ? Object.keys(item.outputSchema) : [];
  return {
    id: String(item.id),
    type: String(item.type),
    disabled: false,
    allowFailure: false,
    outputSchema: Object.fromEntries(returned.map((field) => [field, 'STRING' as const])),
    properties: Object.fromEntries(properties),
  };
}
