import { inputDefinitionSchema, schemaForTypes } from '../inputs/input-definition-schema.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import { authoredSchema } from './authored-schema.ts';
import { flowProperties, sectionDefinitions } from './flow-section-schemas.ts';
import type { RegisteredTaskType, TaskRegistry } from './task-registry.ts';
import { commonTaskProperties } from './task-schema.ts';

/**
 * The JSON Schema (draft 2020-12) of a flow document with the task types of this installation, for editors that
 * complete and check YAML. Every flow that Flowgate accepts fits it; what takes more than one place to see, such as
 * references, only Flowgate checks.
 */
export function flowSchema({ types }: TaskRegistry): JsonObject {
  const definitions: JsonObject = {
    input: inputDefinitionSchema(),
    task: taskDefinition(types),
    ...sectionDefinitions,
    ...Object.fromEntries(types.map(({ name, documentation: { schema } }) => [name, schema])),
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Flowgate flow',
    description: 'A flow: typed inputs, tasks that run in order, and outputs.',
    ...authoredSchema({
      type: 'object',
      properties: flowProperties,
      required: ['id', 'namespace', 'tasks'],
      additionalProperties: false,
    }),
    $defs: Object.fromEntries(
      Object.entries(definitions).map(([name, schema]) => [name, authoredSchema(schema as JsonObject)]),
    ), // all of them are made above
  };
}

/** What every task has; its type says what else. */
function taskDefinition(types: readonly RegisteredTaskType[]): JsonObject {
  const names = types.flatMap(({ name, aliases, title }) => [
    { const: name, description: title },
    ...aliases.map((alias) => ({ const: alias, description: `${title} (the same as ${name})` })),
  ]);
  return {
    type: 'object',
    description: 'One step of the flow.',
    properties: { ...commonTaskProperties, type: { type: 'string', description: 'The task type.', oneOf: names } },
    required: ['id', 'type'],
    allOf: types.map(({ name, aliases }) => schemaForTypes([name, ...aliases], { $ref: `#/$defs/${name}` })),
  };
}
