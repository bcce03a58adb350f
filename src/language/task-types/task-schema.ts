import { fieldSyntax, fieldTypes } from '../flow/read/read-output-schema.ts';
import { retryDefaults } from '../flow/read/read-retry.ts';
import { labelSyntax } from '../flow/read/read-worker-group.ts';
import { idSchema, taskIdRule } from '../document/id-rule.ts';
import type { JsonObject } from '../../problem/json-value.ts';

const duration: JsonObject = {
  type: 'string',
  pattern: '^(?=.*[1-9])(\\d+(\\.\\d+)?h)?(\\d+(\\.\\d+)?m)?(\\d+(\\.\\d+)?s)?$',
  examples: ['90s', '15m', '1h30m'],
};

const label: JsonObject = { type: 'string', pattern: labelSyntax.source };

/** The properties that every task has (SPEC 2.4, DESIGN 2), as JSON Schema; the flow stage reads them itself. */
export const commonTaskProperties: JsonObject = {
  id: idSchema(taskIdRule, 'Unique among the tasks of the flow.'),
  type: { type: 'string', description: 'The task type.' },
  description: { type: 'string', description: 'For people; it stands above the task in the Jenkinsfile.' },
  disabled: { type: 'boolean', default: false, description: 'A disabled task never runs.' },
  run_if: { type: 'string', minLength: 1, description: 'The task runs only when this condition is true.' },
  allow_failure: {
    type: 'boolean',
    default: false,
    description: 'When the task fails, the build goes on and ends UNSTABLE.',
  },
  retry: {
    type: 'object',
    description: 'How the task is repeated when it fails.',
    properties: {
      type: {
        enum: ['constant', 'exponential', 'random'],
        default: retryDefaults.type,
        description: 'How the waits between attempts grow.',
      },
      max_attempt: { type: 'integer', minimum: 1, default: retryDefaults.maxAttempt, description: 'Attempts in all.' },
      interval: { ...duration, default: retryDefaults.interval.text, description: 'The wait after the first attempt.' },
      max_interval: {
        ...duration,
        description: `The longest wait. Default: none, and ${retryDefaults.randomSpan} times \`interval\` for random waits.`,
      },
      delay_factor: {
        type: 'number',
        minimum: 1,
        default: retryDefaults.delayFactor,
        description: 'By how much each exponential wait is longer than the one before.',
      },
    },
    additionalProperties: false,
  },
  timeout: { ...duration, description: 'How long one attempt may take.' },
  outputSchema: {
    type: 'object',
    description: 'The fields that the task returns, each with its type.',
    propertyNames: { pattern: fieldSyntax.source },
    additionalProperties: {
      type: 'object',
      properties: {
        type: { enum: fieldTypes, description: 'The type of the field.' },
        description: { type: 'string', description: 'What the field holds.' },
      },
      required: ['type'],
      additionalProperties: false,
    },
  },
  worker_group: {
    description: 'Label of the Jenkins agents that may run the task, as a string or as `{key: label}`.',
    anyOf: [
      label,
      {
        type: 'object',
        properties: { key: { ...label, description: 'The label.' } },
        required: ['key'],
        additionalProperties: false,
      },
    ],
  },
};

export const commonTaskPropertyNames: readonly string[] = Object.keys(commonTaskProperties);
