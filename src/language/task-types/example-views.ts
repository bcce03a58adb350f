import { parseDocument } from 'yaml';
import { severityOf } from '../../base/problem/problem-catalogue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { commonTaskPropertyNames } from '../flow/read/task-section.ts';
import type { TaskContext } from '../flow/task-types.ts';
import { plainTypes } from '../input-types/input-types.ts';
import { viewOf } from './checked-view.ts';
import type { TaskDefinition, TaskOf, TaskView } from './task-contract.ts';
import type { TaskPropertyReader } from './task-property-reader.ts';

/**
 * Returns the views of a module for its accepted examples.
 * @throws {Error} if no example has a task of the type, or the schema rejects one; if a view has anything except
 * Groovy; and whatever the view throws
 */
export function exampleViews(definition: TaskDefinition, properties: TaskPropertyReader): readonly TaskView[] {
  const accepted = definition.examples.filter(({ problems = [] }) => problems.length === 0);
  const tasks = accepted.flatMap(({ yaml }) => tasksOf(yaml, definition));
  if (tasks.length === 0) throw new Error(`no accepted example contains a task of the type ${definition.type}`);
  return tasks.map((task) => {
    const read = properties.read(task.properties, () => undefined);
    const problem = read.problems.find((each) => severityOf(each) === 'error');
    if (problem !== undefined) throw new Error(`the example "${task.id}" is rejected: ${problem.message}`);
    return viewOf(definition, { ...task, properties: read.properties }, emptyContext);
  });
}

/** The context of a task without a flow around it. */
const emptyContext: TaskContext = {
  prefix: 'VENDOR',
  vendor: 'vendor',
  inputs: [],
  variables: [],
  typeOf: () => undefined,
};

/** The tasks of this type in an example, which is a list of tasks or a whole flow. */
function tasksOf(yaml: string, definition: TaskDefinition): TaskOf<JsonObject>[] {
  const document = parseDocument(yaml, { prettyErrors: false });
  const [problem] = document.errors;
  if (problem !== undefined) throw new Error(`the example does not parse: ${problem.message}`);
  const value = document.toJS() as JsonValue; // YAML's core schema has only JSON's values
  const items = isJsonObject(value) ? value.tasks : value;
  if (!Array.isArray(items)) return [];
  return items
    .filter(isJsonObject)
    .filter((item) => isOfType(item, definition))
    .map(taskOf);
}

function isOfType({ type }: JsonObject, definition: TaskDefinition): boolean {
  return [definition.type, ...(definition.aliases ?? [])].some((name) => String(type).endsWith(`.plugin.${name}`));
}

function taskOf(item: JsonObject): TaskOf<JsonObject> {
  const properties = Object.entries(item).filter(([key]) => !commonTaskPropertyNames.includes(key));
  const returned = isJsonObject(item.outputSchema) ? Object.keys(item.outputSchema) : [];
  return {
    id: String(item.id),
    type: String(item.type),
    disabled: false,
    allowFailure: false,
    outputSchema: Object.fromEntries(returned.map((field) => [field, plainTypes.string])),
    properties: Object.fromEntries(properties),
  };
}
