import { defineTask, taskList } from '../src/language/task-types/task-contract.ts';

export const task = defineTask({
  type: 'core.flow.If',
  title: 'Run tasks if a condition is true',
  description: `Evaluates its condition when the block begins, and runs \`then\` or \`else\`. Without \`else\`, a false condition runs nothing.

Tasks after the block can refer to the outputs of both lists; those of the list that did not run have no value.`,
  properties: {
    required: ['condition', 'then'],
    properties: {
      condition: {
        type: 'string',
        minLength: 1,
        'x-language': 'condition',
        description: 'The [condition](../expressions.md#conditions).',
      },
      // oxlint-disable-next-line unicorn/no-thenable -- the name of the list, not a function
      then: taskList('The tasks that run if the condition is true.'),
      else: taskList('The tasks that run if it is false.'),
    },
  },
  fromJenkins: {
    choice: ({ condition, tasks, otherwise }) => ({
      condition,
      // oxlint-disable-next-line unicorn/no-thenable -- the name of the list, not a function
      then: tasks,
      ...(otherwise !== undefined && { else: otherwise }),
    }),
  },
  control: {
    kind: 'choice',
    of: ({ properties: { condition, else: otherwise } }) => ({
      choices: [{ body: ['then'], condition }, ...(otherwise === undefined ? [] : [{ body: ['else'] }])],
    }),
  },
  examples: [
    {
      title: 'Ship only on request',
      yaml: `id: maybe-ship
namespace: examples
description: Ships if asked to.
inputs:
  - {id: go, type: BOOLEAN, defaults: false}
tasks:
  - id: ship
    type: dev.vendor.plugin.core.flow.If
    condition: "{{ inputs.go }}"
    then:
      - {id: push, type: dev.vendor.plugin.core.shell.Shell, script: make push}
    else:
      - {id: skip, type: dev.vendor.plugin.core.log.Log, message: Nothing was shipped.}
`,
    },
  ],
});
