import { defineTask, outputsProperty, taskList } from '../src/language/task-types/task-contract.ts';

export const task = defineTask({
  type: 'core.flow.Until',
  title: 'Repeat tasks until a condition is true',
  description: `Runs its tasks, evaluates the condition, and starts again after \`interval\` while it is false. The block fails if the condition is
still false after \`max_attempt\` passes, or when its \`timeout\` is over; one of them is required. A task that fails ends the block; give it
\`allow_failure\` to go on.

The condition can refer to the outputs of the tasks inside, which belong to one pass. The \`outputs\` of the block are those of the last pass.`,
  properties: {
    required: ['condition', 'tasks'],
    // Editors suggest what an alternative requires; `timeout` is the other way to limit the block.
    anyOf: [{ required: ['max_attempt'] }, { required: ['tasks'] }],
    properties: {
      condition: {
        type: 'string',
        minLength: 1,
        'x-language': 'condition',
        'x-scope': 'body',
        description: 'The [condition](../expressions.md#conditions) that ends the block, evaluated after each pass.',
      },
      interval: {
        type: 'string',
        'x-language': 'verbatim',
        description: 'The [duration](../flows.md#durations) of the pause after a pass. Default: 10s.',
      },
      max_attempt: { type: 'integer', minimum: 1, description: 'The max number of passes.' },
      tasks: taskList('The tasks of each pass.'),
      outputs: outputsProperty,
    },
  },
  control: {
    kind: 'until',
    of: ({ properties: { condition, interval, max_attempt: maxAttempt, outputs } }) => ({
      body: ['tasks'],
      condition,
      interval,
      maxAttempt,
      outputs,
    }),
  },
  examples: [
    {
      title: 'Wait until a service is ready',
      yaml: `- id: rollout
  type: dev.vendor.plugin.core.flow.Until
  condition: "{{ task_outputs.probe.ready }}"
  interval: 30s
  max_attempt: 40
  tasks:
    - id: probe
      type: dev.vendor.plugin.core.shell.Shell
      script: ./ready.sh
      outputSchema:
        ready: {type: BOOLEAN}
        version: {type: STRING}
  outputs:
    - {id: version, type: STRING, value: "{{ task_outputs.probe.version }}"}
`,
    },
    {
      title: 'A block that could run forever is rejected',
      yaml: `- id: forever
  type: dev.vendor.plugin.core.flow.Until
  condition: task_outputs.look.found
  tasks:
    - id: look
      type: dev.vendor.plugin.core.shell.Shell
      script: ./look.sh
      outputSchema: {found: {type: BOOLEAN}}
`,
      problems: ['missing-property'],
    },
  ],
});
