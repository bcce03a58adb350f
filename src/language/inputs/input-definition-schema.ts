import type { JsonObject } from '../../base/text/json-value.ts';
import { contentKinds } from '../document/content-kind.ts';
import { idSchema, inputIdRule } from '../document/id-rule.ts';
import type { TypeDefinition } from '../input-types/input-type.ts';
import { inputTypeNames, inputTypes } from '../input-types/input-types.ts';

/**
 * The JSON Schema (draft 2020-12) for the definition of an input, which is an item of a flow's `inputs`
 * (docs/reference/inputs.md).
 */
export function inputDefinitionSchema(): JsonObject {
  return {
    type: 'object',
    description: 'A typed value that each execution needs.',
    properties: { ...commonProperties, type: typeProperty },
    required: ['id', 'type'],
    allOf: inputTypeNames.map((name) => schemaForTypes([name], ofType(inputTypes[name].definition))),
  };
}

/** A part of a JSON Schema for objects whose property `type` has one of the given values. */
export function schemaForTypes(types: readonly string[], schema: JsonObject): JsonObject {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; schemas are never awaited
  return { if: { properties: { type: { enum: types } }, required: ['type'] }, then: schema };
}

const text = (description: string): JsonObject => ({ type: 'string', description });

const commonProperties: JsonObject = {
  id: idSchema(inputIdRule, 'Unique among the inputs; write {{ inputs.<id> }} to refer to it.'),
  description: text('Explains the value to users.'),
  display_name: text('The label in forms. Default: the id.'),
  required: { type: 'boolean', default: true, description: 'Whether a value is required.' },
  depends_on: {
    type: 'object',
    description: 'When the input is visible.',
    properties: {
      inputs: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', contentMediaType: contentKinds.inputId },
        description: 'The inputs that the condition can refer to.',
      },
      condition: {
        ...text('The input is hidden while this condition is false.'),
        minLength: 1,
        contentMediaType: contentKinds.condition,
      },
    },
    required: ['inputs', 'condition'],
    additionalProperties: false,
  },
};

const typeProperty: JsonObject = {
  type: 'string',
  description: 'The type of the value.',
  oneOf: inputTypeNames.map((name) => ({ const: name, description: inputTypes[name].definition.description })),
};

function ofType({ constraints, required, suggestion }: TypeDefinition): JsonObject {
  return {
    properties: {
      ...commonProperties,
      type: {},
      defaults: { ...suggestion, description: 'The default value.' },
      prefill: { ...suggestion, description: 'A suggestion for forms, never used as a value.' },
      ...constraints,
    },
    ...(required !== undefined && { required }),
    additionalProperties: false,
  };
}
