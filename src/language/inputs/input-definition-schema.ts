import type { JsonObject } from '../../problem/json-value.ts';
import type { TypeDefinition } from '../input-types/input-type.ts';
import { inputTypeNames, inputTypes } from '../input-types/input-types.ts';
import { idSchema, inputIdRule } from '../document/id-rule.ts';

/**
 * The JSON Schema (draft 2020-12) of one entry of a flow's `inputs` (docs/reference/inputs.md), for the definition
 * rather than its values.
 */
export function inputDefinitionSchema(): JsonObject {
  return {
    type: 'object',
    description: 'A typed value that is given for each execution.',
    properties: { ...commonProperties, type: typeProperty },
    required: ['id', 'type'],
    allOf: inputTypeNames.map((name) => schemaForTypes([name], ofType(inputTypes[name].definition))),
  };
}

/** A part of a JSON Schema that holds for objects whose property `type` has one of the given values. */
export function schemaForTypes(types: readonly string[], schema: JsonObject): JsonObject {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nobody awaits a schema
  return { if: { properties: { type: { enum: types } }, required: ['type'] }, then: schema };
}

const text = (description: string): JsonObject => ({ type: 'string', description });

const commonProperties: JsonObject = {
  id: idSchema(inputIdRule, 'Unique among the inputs; referred to as {{ inputs.<id> }}.'),
  description: text('For people who give the value.'),
  display_name: text('What a form calls the input; the id when it is left out.'),
  required: { type: 'boolean', default: true, description: 'Whether a value must be given.' },
  depends_on: {
    type: 'object',
    description: 'When the input is shown and takes a value.',
    properties: {
      inputs: {
        type: 'array',
        minItems: 1,
        items: { type: 'string' },
        description: 'The inputs that the condition refers to.',
      },
      condition: { ...text('The input is hidden while this is false.'), minLength: 1 },
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
      defaults: { ...suggestion, description: 'The value when none is given.' },
      prefill: { ...suggestion, description: 'What a form suggests; never used as a value.' },
      ...constraints,
    },
    ...(required !== undefined && { required }),
    additionalProperties: false,
  };
}
