import { fieldRule } from '../document/id-rule.ts';
import { inputTypeNames, inputTypes, type InputTypeName } from '../input-types/input-types.ts';

/** The schema of a property that is a list of tasks. */
export function taskList<const Description extends string>(description: Description) {
  return { type: 'array', minItems: 1, 'x-tasks': true, description } as const;
}

/** The schema of a property that is a list of inputs, as in a flow: the form of a task that waits for people. */
export function inputList<const Description extends string>(description: Description) {
  return { type: 'array', 'x-inputs': true, description } as const;
}

/** The properties of blocks whose branches or items run at the same time. */
export const concurrentProperties = {
  fail_fast: {
    type: 'boolean',
    description: 'Whether a failure stops the others. Default: false, so they run to their end.',
  },
  workspace: {
    enum: ['shared', 'own'],
    description:
      'With `own`, each one works in an empty folder of its own, with the files of the flow. Default: `shared`.',
  },
} as const;

/** A value of these types can be printed by a task, and stand in a label. */
const valueTypes: readonly InputTypeName[] = inputTypeNames.filter((name) => inputTypes[name].role === 'value');

const typeProperty = { enum: valueTypes, description: 'The type of the value.' } as const;

export const itemSchemaProperty = {
  type: 'object',
  minProperties: 1,
  propertyNames: { pattern: fieldRule.syntax.source },
  additionalProperties: {
    type: 'object',
    properties: {
      type: typeProperty,
      description: { type: 'string', 'x-language': 'verbatim', description: 'What the field is.' },
    },
    required: ['type'],
    additionalProperties: false,
  },
  description: 'The fields of items that are objects, each with its type.',
} as const;

/** The values that leave a block. */
export const outputsProperty = {
  type: 'array',
  maxItems: 100,
  items: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        pattern: fieldRule.syntax.source,
        'x-language': 'verbatim',
        'x-expected': fieldRule.words,
        description: 'Names the output.',
      },
      type: typeProperty,
      value: { type: 'string', 'x-scope': 'body', description: 'Can refer to all tasks inside the block.' },
      description: { type: 'string', 'x-language': 'verbatim', description: 'What the value is.' },
    },
    required: ['id', 'type', 'value'],
    additionalProperties: false,
  },
  description: 'The values that later tasks can refer to as `task_outputs.<id of the block>.<id of the output>`.',
} as const;
