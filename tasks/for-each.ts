import {
  concurrentProperties,
  defaultMaxItems,
  defineTask,
  itemSchemaProperty,
  outputsProperty,
  taskList,
} from '../src/language/task-types/task-contract.ts';

export const task = defineTask({
  type: 'core.flow.ForEach',
  title: 'Run tasks for each item of a list',
  description: `Runs its tasks once for each item of \`values\`, or for each combination of the lists in \`matrix\`. The list can be one that an earlier
task has returned. An item is sequential; \`concurrency\` items run at the same time.

Inside, \`items.<block>\` is the item, \`items.<block>.<field>\` a field of it, and \`item_index.<block>\` its index, from 0. Tasks see the outputs of
tasks of the same item. Outside, only the declared \`outputs\` are visible, as lists in the order of the items, with null for an item that failed.
\`total\`, \`succeeded\` and \`failed\` count the items.

A failed item fails the block once all items have ended; with \`fail_fast\` it stops the others. \`retry\` repeats only the items that did not
succeed. An empty list succeeds.

If its only task is a Subflow with \`separate: true\`, each item is an execution of its own: no executor is held, and there can be 10,000 of
them. Such a loop must be in \`tasks\` of the flow, outside of blocks and called flows.`,
  properties: {
    required: ['tasks'],
    oneOf: [{ required: ['values'] }, { required: ['matrix'] }],
    properties: {
      values: {
        description:
          'The list: strings, numbers and booleans, or maps with the fields of `schema`; or a single reference to a MULTISELECT or a JSON list.',
      },
      matrix: {
        type: 'object',
        minProperties: 1,
        additionalProperties: {},
        description:
          'A list for each field, such as `{os: [linux, bsd], node: ["20", "24"]}`; the items are all combinations.',
      },
      exclude: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        items: {
          type: 'object',
          minProperties: 1,
          additionalProperties: { type: ['string', 'number', 'boolean'], 'x-language': 'verbatim' },
        },
        description: 'The combinations to leave out. Fields that are not named match any value.',
      },
      schema: itemSchemaProperty,
      key: {
        type: 'string',
        minLength: 1,
        'x-scope': 'item',
        description:
          'The label of an item, which must be unique, such as `{{ items.deploy.name }}`. Default: the value, or the index if it cannot be a label.',
      },
      concurrency: {
        type: 'integer',
        minimum: 1,
        description: 'How many items run at the same time. Default: 1.',
      },
      max_items: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        description:
          'The max number of items, at most 1,000, or 10,000 if each item is an execution of its own. Default: 100.',
      },
      ...concurrentProperties,
      tasks: taskList('The tasks of each item.'),
      outputs: outputsProperty,
    },
  },
  check({ properties: { matrix, exclude } }) {
    if (exclude === undefined || matrix !== undefined) return [];
    const message = '"exclude" leaves out combinations of "matrix"; it cannot be used with "values".';
    return [{ code: 'conflicting-properties', message, path: ['exclude'] }];
  },
  fromJenkins: {
    matrix({ axes, excludes, tasks, failFast, concurrency, key }) {
      const combinations = Object.values(axes).reduce((product, values) => product * values.length, 1);
      return {
        matrix: axes,
        ...(excludes.length > 0 && { exclude: excludes }),
        key,
        concurrency,
        ...(combinations > defaultMaxItems && { max_items: combinations }),
        ...(failFast === true && { fail_fast: true }),
        tasks,
      };
    },
  },
  control: {
    kind: 'loop',
    of: ({ properties: { fail_fast: failFast, max_items: maxItems, ...given } }) => ({
      body: ['tasks'],
      values: given.values,
      matrix: given.matrix,
      exclude: given.exclude,
      schema: given.schema,
      key: given.key,
      concurrency: given.concurrency,
      failFast,
      maxItems,
      outputs: given.outputs,
      workspace: given.workspace,
    }),
  },
  examples: [
    {
      title: 'Deploy to the regions that a task has found',
      yaml: `id: deploy-everywhere
namespace: examples
description: Deploys to every region, four at a time.
tasks:
  - id: plan
    type: dev.vendor.plugin.core.shell.Shell
    script: ./regions.sh
    outputSchema:
      regions: {type: JSON}
  - id: deploy
    type: dev.vendor.plugin.core.flow.ForEach
    values: "{{ task_outputs.plan.regions }}"
    schema:
      name: {type: STRING}
      url: {type: URI}
    key: "{{ items.deploy.name }}"
    concurrency: 4
    tasks:
      - id: push
        type: dev.vendor.plugin.core.shell.Shell
        script: ./push.sh "{{ items.deploy.url }}"
        outputSchema:
          digest: {type: STRING}
    outputs:
      - {id: digests, type: STRING, value: "{{ task_outputs.push.digest }}"}
  - id: report
    type: dev.vendor.plugin.core.log.Log
    message: "Deployed to {{ task_outputs.deploy.succeeded }} regions: {{ task_outputs.deploy.digests }}"
`,
    },
    {
      title: 'Test a matrix',
      yaml: `- id: test
  type: dev.vendor.plugin.core.flow.ForEach
  matrix: {os: [linux, bsd], node: ["20", "24"]}
  exclude: [{os: bsd, node: "20"}]
  key: "{{ items.test.os }}-{{ items.test.node }}"
  concurrency: 2
  tasks:
    - id: run
      type: dev.vendor.plugin.core.shell.Shell
      script: ./test.sh "{{ items.test.os }}" "{{ items.test.node }}"
`,
    },
    {
      title: 'Back up each host in a folder of its own, and stop at the first failure',
      yaml: `id: back-up
namespace: examples
description: Backs up the chosen hosts.
inputs:
  - {id: hosts, type: MULTISELECT, values: [db1, db2, web1], defaults: [db1, db2]}
tasks:
  - id: backup
    type: dev.vendor.plugin.core.flow.ForEach
    values: "{{ inputs.hosts }}"
    max_items: 20
    fail_fast: true
    workspace: own
    tasks:
      - id: dump
        type: dev.vendor.plugin.core.shell.Shell
        script: pg_dump --host "{{ items.backup }}" > "{{ items.backup }}.sql"
        outputFiles: ["*.sql"]
`,
    },
    {
      title: 'Run a flow for each of up to 5,000 devices, 50 at a time',
      yaml: `id: update-devices
namespace: examples
description: Updates every device in an execution of its own.
inputs:
  - {id: devices, type: JSON}
tasks:
  - id: updates
    type: dev.vendor.plugin.core.flow.ForEach
    values: "{{ inputs.devices }}"
    concurrency: 50
    max_items: 5000
    tasks:
      - id: update
        type: dev.vendor.plugin.core.flow.Subflow
        namespace: examples
        flowId: update-device
        inputs: {device: "{{ items.updates }}"}
        separate: true
        retry: {type: constant, max_attempt: 3, interval: 1m}
        outputSchema: {version: {type: STRING}}
    outputs:
      - {id: versions, type: STRING, value: "{{ task_outputs.update.version }}"}
  - id: report
    type: dev.vendor.plugin.core.log.Log
    message: "{{ task_outputs.updates.succeeded }} of {{ task_outputs.updates.total }} devices are up to date"
`,
    },
    {
      title: 'A list that repeats a value needs a key',
      yaml: `- id: twice
  type: dev.vendor.plugin.core.flow.ForEach
  values: [eu, us, eu]
  tasks:
    - {id: tell, type: dev.vendor.plugin.core.log.Log, message: "{{ items.twice }}"}
`,
      problems: ['invalid-value'],
    },
  ],
});
