import { defineTask, taskList } from '../src/language/task-types/task-contract.ts';

export const task = defineTask({
  type: 'core.flow.Switch',
  title: 'Choose tasks by a value',
  description: `Compares \`value\`, as text, with the keys of \`cases\` when the block begins, and runs the tasks of the equal one. If no key is
equal, it runs \`default\`, or nothing.`,
  properties: {
    required: ['value', 'cases'],
    properties: {
      value: { type: 'string', description: 'The value, usually a single reference.' },
      cases: {
        type: 'object',
        minProperties: 1,
        additionalProperties: taskList('The tasks of one case.'),
        description: 'A list of tasks for each value.',
      },
      default: taskList('The tasks that run if no case has the value.'),
    },
  },
  control: {
    kind: 'choice',
    of: ({ properties: { value, cases, default: otherwise } }) => ({
      value,
      choices: [
        ...Object.keys(cases).map((equals) => ({ body: ['cases', equals], equals })),
        ...(otherwise === undefined ? [] : [{ body: ['default'] }]),
      ],
    }),
  },
  examples: [
    {
      title: 'Deploy by region',
      yaml: `id: deploy-region
namespace: examples
description: Deploys to one region.
inputs:
  - {id: region, type: ENUM, values: [eu, us, none]}
tasks:
  - id: target
    type: dev.vendor.plugin.core.flow.Switch
    value: "{{ inputs.region }}"
    cases:
      eu:
        - {id: deploy-eu, type: dev.vendor.plugin.core.shell.Shell, script: ./deploy.sh eu-central-1}
      us:
        - {id: deploy-us, type: dev.vendor.plugin.core.shell.Shell, script: ./deploy.sh us-east-1}
    default:
      - {id: no-region, type: dev.vendor.plugin.core.log.Log, message: No region was chosen.}
`,
    },
  ],
});
