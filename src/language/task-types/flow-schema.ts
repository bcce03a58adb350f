import type { JsonObject } from '../../base/text/json-value.ts';
import { propertySchemas, requiredNames, sectionSchema } from '../document/section.ts';
import { checkSection } from '../flow/read/check-section.ts';
import { flowSection } from '../flow/read/flow-section.ts';
import { outputSection } from '../flow/read/output-sections.ts';
import { taskSection } from '../flow/read/task-section.ts';
import { triggerSchema } from '../flow/read/trigger-sections.ts';
import { namesOf } from '../flow/type-names.ts';
import { inputDefinitionSchema, schemaForTypes } from '../inputs/input-definition-schema.ts';
import { authoredSchema } from './authored-schema.ts';
import type { RegisteredTaskType, TaskRegistry } from './task-registry.ts';

/**
 * The JSON Schema (draft 2020-12) of a flow document with the task types of this installation, for editors that
 * complete and check YAML. Every flow that Flowgate accepts matches it; checks across several places, such as
 * references, are left to Flowgate.
 */
export function flowSchema({ types }: TaskRegistry): JsonObject {
  const definitions: JsonObject = {
    input: inputDefinitionSchema(),
    task: taskDefinition(types),
    output: sectionSchema(outputSection),
    check: sectionSchema(checkSection),
    trigger: triggerSchema,
    ...Object.fromEntries(types.map(({ name, documentation: { schema } }) => [name, schema])),
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Flowgate flow',
    ...authoredSchema(sectionSchema(flowSection)),
    $defs: Object.fromEntries(
      Object.entries(definitions).map(([name, schema]) => [name, authoredSchema(schema as JsonObject)]),
    ), // all of them are defined above
  };
}

/** The common properties of tasks, and for each type its own. */
function taskDefinition(types: readonly RegisteredTaskType[]): JsonObject {
  const names = types.flatMap(({ name, title, documentation }) =>
    namesOf(documentation).map((each) => ({
      const: each,
      description: each === name ? title : `${title} (the same as ${name})`,
    })),
  );
  return {
    type: 'object',
    description: taskSection.description,
    properties: {
      ...propertySchemas(taskSection.properties),
      type: { ...taskSection.properties.type.schema, oneOf: names },
    },
    required: requiredNames(taskSection.properties),
    allOf: types.map(({ name, documentation }) => schemaForTypes(namesOf(documentation), { $ref: `#/$defs/${name}` })),
  };
}
