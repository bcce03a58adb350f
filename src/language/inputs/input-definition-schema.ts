import { inputTypeNames, type InputTypeName } from '../expressions/value-type.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import { idSchema, inputIdRule } from '../document/id-rule.ts';
import type { InputType, Notation } from './input-type.ts';
import { inputTypes } from './input-types.ts';
import { schemaForTypes } from './schema-for-types.ts';

const text = (description: string): JsonObject => ({ type: 'string', description });

const descriptions: Readonly<Record<InputTypeName, string>> = {
  STRING: 'Plain text.',
  INT: 'A whole number.',
  FLOAT: 'A number.',
  BOOLEAN: 'true or false.',
  DATE: 'A day, YYYY-MM-DD.',
  DATETIME: 'A day and a time, YYYY-MM-DDTHH:MM:SS, without a zone.',
  DURATION: 'A number and s, m or h.',
  FILE: 'An uploaded file.',
  JSON: 'Any JSON value.',
  SECRET: 'A text that nobody sees after it was entered.',
  URI: 'An absolute URI with a scheme.',
  ENUM: 'One of the listed values.',
  MULTISELECT: 'Several of the listed values.',
};

/** The forms of texts; whether the calendar has such a day is not for a pattern to tell. */
const forms: Partial<Readonly<Record<InputTypeName, string>>> = {
  DATE: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  DATETIME: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$',
  DURATION: '^[0-9]+(\\.[0-9]+)?[smh]$',
};

const numberOf = (type: InputTypeName): JsonObject =>
  type === 'INT'
    ? { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
    : { type: 'number' };
const bound = (type: InputTypeName, words: string): JsonObject => ({ ...numberOf(type), description: words });
const choices: JsonObject = {
  type: 'array',
  minItems: 1,
  items: { type: 'string' },
  description: 'The values to choose from.',
};

/** How each constraint is written; `type` is the input type that has it. */
const constraints: Readonly<Record<string, (type: InputTypeName) => JsonObject>> = {
  min_length: () => ({ type: 'integer', minimum: 0, description: 'The least number of characters.' }),
  max_length: () => ({ type: 'integer', minimum: 0, description: 'The greatest number of characters.' }),
  pattern: () => text('A regular expression that must be found in the value.'),
  min: (type) => bound(type, 'The least value.'),
  max: (type) => bound(type, 'The greatest value.'),
  max_size: () => ({
    type: 'string',
    pattern: '^\\s*\\d+(\\.\\d+)?\\s*([KMGkmg][Ii]?)?[Bb]\\s*$',
    description: 'The greatest size of the file, with a unit.',
    examples: ['10MB', '1 GiB'],
  }),
  allowed_extensions: () => ({
    type: 'array',
    minItems: 1,
    items: { type: 'string' },
    description: 'Extensions without the dot.',
  }),
  schema: () => ({ type: ['object', 'boolean'], description: 'A JSON Schema for the value.' }),
  values: () => choices,
};

/** The JSON Schema (draft 2020-12) of one entry of a flow's `inputs` (SPEC 2.2), for the definition rather than its values. */
export function inputDefinitionSchema(): JsonObject {
  return {
    type: 'object',
    description: 'A typed value that is given for each execution.',
    properties: { ...commonProperties, type: typeProperty },
    required: ['id', 'type'],
    allOf: inputTypeNames.map((name) => schemaForTypes([name], ofType(inputTypes[name]))),
  };
}

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
  oneOf: inputTypeNames.map((name) => ({ const: name, description: descriptions[name] })),
};

function ofType(type: Pick<InputType<InputTypeName>, 'name' | 'constraintNames' | 'notation'>): JsonObject {
  const own = Object.fromEntries(type.constraintNames.map((name) => [name, constraintSchema(name, type.name)]));
  return {
    properties: {
      ...commonProperties,
      type: {},
      defaults: { ...suggestion(type.name, type.notation), description: 'The value when none is given.' },
      prefill: { ...suggestion(type.name, type.notation), description: 'What a form suggests; never used as a value.' },
      ...own,
    },
    ...(own['values'] !== undefined && { required: ['values'] }),
    additionalProperties: false,
  };
}

function constraintSchema(name: string, type: InputTypeName): JsonObject {
  const schema = constraints[name];
  if (schema === undefined) throw new Error(`The constraint ${name} has no schema`);
  return schema(type);
}

/** How `defaults` and `prefill` are written. */
function suggestion(name: InputTypeName, { kind }: Notation): JsonObject {
  switch (kind) {
    case 'url':
      return { type: 'string', pattern: '^(https?|file):' };
    case 'secret':
      return { type: 'string', minLength: 4 };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
    case 'text':
      return { type: 'string', ...(forms[name] !== undefined && { pattern: forms[name] }) };
    case 'json-text':
      return { type: 'string' };
    case 'value':
      return name === 'BOOLEAN' ? { type: 'boolean' } : numberOf(name);
  }
}
