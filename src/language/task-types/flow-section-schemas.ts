import { inputTypeNames } from '../expressions/value-type.ts';
import { environmentNameSyntax } from '../expressions/reserved-names.ts';
import { durabilities } from '../flow/flow.ts';
import { flowIdRule, idSchema, namespaceRule, taskIdRule } from '../document/id-rule.ts';
import { schemaForTypes } from '../inputs/schema-for-types.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import { commonTaskProperties } from './task-schema.ts';

const {
  timeout,
  retry,
  worker_group: workerGroup,
} = commonTaskProperties as Record<'timeout' | 'retry' | 'worker_group', JsonObject>; // the keys are known

const text = (description: string): JsonObject => ({ type: 'string', description });
const someText = (description: string): JsonObject => ({ ...text(description), minLength: 1 });
const texts = (description: string): JsonObject => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  description,
});
const listOf = (definition: string, description: string): JsonObject => ({
  type: 'array',
  items: { $ref: `#/$defs/${definition}` },
  description,
});
const word = (words: readonly string[], fallback: string, description: string): JsonObject => ({
  type: 'string',
  enum: words,
  default: fallback,
  description,
});
const closed = (properties: JsonObject, required: readonly string[], description: string): JsonObject => ({
  type: 'object',
  description,
  properties,
  required,
  additionalProperties: false,
});

/** The properties of a flow (SPEC 2.1, DESIGN 2); lists refer to the definitions below. */
export const flowProperties: JsonObject = {
  id: idSchema(flowIdRule, 'Names the flow in its namespace.'),
  namespace: idSchema(namespaceRule, 'Groups flows; in lower case.'),
  description: text('What the flow is for.'),
  labels: texts('Names and values to find the flow by.'),
  inputs: listOf('input', 'What is given for each execution.'),
  variables: {
    ...texts('Environment variables of all tasks; texts that may refer to inputs and to variables above.'),
    propertyNames: { pattern: environmentNameSyntax.source },
  },
  tasks: { ...listOf('task', 'Run in this order.'), minItems: 1 },
  errors: listOf('task', 'Run in this order after a failure of the tasks.'),
  finally: listOf('task', 'Run last, whatever happened.'),
  outputs: listOf('output', 'What the flow returns to a parent flow, or to whoever ran it.'),
  checks: listOf('check', 'What must hold when an execution is asked for.'),
  triggers: listOf('trigger', 'What starts the flow by itself.'),
  timeout: { ...timeout, description: 'How long a whole execution may take.' },
  retry: { ...retry, description: 'How tasks without a policy of their own are repeated when they fail.' },
  worker_group: workerGroup,
  concurrency: closed(
    {
      limit: { type: 'integer', minimum: 1, description: 'How many executions may run at a time.' },
      behavior: word(
        ['QUEUE', 'CANCEL', 'FAIL'],
        'QUEUE',
        'What becomes of one more: it waits, is cancelled, or fails.',
      ),
    },
    ['limit'],
    'How many executions of the flow may run at a time.',
  ),
  disabled: { type: 'boolean', default: false, description: 'A disabled flow cannot be run.' },
  keep_workspace: {
    type: 'boolean',
    default: false,
    description: 'Whether the workspace keeps its files from one execution to the next.',
  },
  durability: word(
    durabilities,
    'full',
    'What a restart of Jenkins leaves of a running build: with "performance" Jenkins writes less to its disk, and a build may be lost.',
  ),
};

const outputDefinition = closed(
  {
    id: idSchema(flowIdRule, 'Names the output.'),
    type: { type: 'string', enum: [...inputTypeNames], description: 'The type of the value.' },
    value: text('Usually {{ task_outputs.<task_id>.<field> }}.'),
    description: text('For people.'),
  },
  ['id', 'type', 'value'],
  'A value that the flow returns.',
);

const checkDefinition = closed(
  {
    condition: someText('What must hold.'),
    message: someText('Tells people what to do when it does not.'),
    style: word(['INFO', 'SUCCESS', 'WARNING', 'ERROR'], 'INFO', 'How the message is shown.'),
    behavior: word(
      ['BLOCK_EXECUTION', 'FAIL_EXECUTION', 'CREATE_EXECUTION'],
      'BLOCK_EXECUTION',
      'What happens when the condition is false: nothing runs, a failed execution is recorded, or the flow runs with the message.',
    ),
  },
  ['condition', 'message'],
  'A condition on the inputs.',
);

const triggerProperties: JsonObject = {
  id: idSchema(taskIdRule, 'Unique among the triggers.'),
  inputs: { type: 'object', description: 'Ids of the inputs and their values.' },
  disabled: { type: 'boolean', default: false, description: 'A disabled trigger starts nothing.' },
};

const scalars: JsonObject[] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];
const filter = (field: string): JsonObject =>
  closed(
    {
      type: { const: 'filter', description: 'The field is equal to the value, or to one of a list of values.' },
      field: { type: 'string', pattern: field, description: 'What is compared.' },
      value: {
        anyOf: [...scalars, { type: 'array', items: { anyOf: scalars }, minItems: 1 }],
        description: 'A value, or a list of those that the field may have.',
      },
    },
    ['type', 'field', 'value'],
    'A condition on one field.',
  );
const conditions = (field: string, description: string): JsonObject => ({
  type: 'array',
  items: { oneOf: [{ type: 'string' }, filter(field)] },
  description,
});

const scheduleProperties: JsonObject = {
  cron: {
    type: 'string',
    pattern: '^(@[a-z]+|\\s*\\S+(\\s+\\S+){4}\\s*)$',
    description: 'Minute, hour, day of the month, month and day of the week, or @daily and the like.',
    examples: ['0 6 * * 1-5', '@daily'],
  },
  timezone: {
    type: 'string',
    pattern: '^[A-Za-z][\\w+/-]*$',
    description: 'The time zone of the schedule, by its name.',
    examples: ['Europe/Berlin'],
  },
  conditions: conditions(
    '^(trigger\\.)?inputs\\..',
    'What must hold for a tick to start the flow; may refer to inputs.',
  ),
};

const webhookProperties: JsonObject = {
  conditions: conditions(
    '^(trigger\\.)?(body|headers|inputs)\\..',
    'What must hold for a call to start the flow; may refer to trigger.body, trigger.headers and inputs.',
  ),
};

const whenType = (type: string, properties: JsonObject, required: readonly string[]): JsonObject =>
  schemaForTypes([type], {
    properties: { ...triggerProperties, type: {}, ...properties },
    required,
    additionalProperties: false,
  });

const triggerDefinition: JsonObject = {
  type: 'object',
  description: 'Starts the flow by itself.',
  properties: {
    ...triggerProperties,
    type: {
      type: 'string',
      description: 'What starts the flow.',
      oneOf: [
        { const: 'schedule', description: 'The clock.' },
        { const: 'webhook', description: 'A call from another system.' },
      ],
    },
  },
  required: ['id', 'type'],
  allOf: [whenType('schedule', scheduleProperties, ['cron']), whenType('webhook', webhookProperties, [])],
};

/** The entries of the flow's lists, inputs and tasks aside. */
export const sectionDefinitions = {
  output: outputDefinition,
  check: checkDefinition,
  trigger: triggerDefinition,
} as const;
