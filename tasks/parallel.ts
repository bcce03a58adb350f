import { concurrentProperties, defineTask, taskList } from '../src/language/task-types/task-contract.ts';

export const task = defineTask({
  type: 'core.flow.Parallel',
  title: 'Run tasks at the same time',
  description: `Runs its tasks at the same time; each one is a branch. A branch of several tasks is a
[Sequential](core.flow.Sequential.md) block.

A failure fails the block once all branches have ended; with \`fail_fast\` it stops the others. Branches share the workspace, unless a
branch has its own \`worker_group\`, or the block has \`workspace: own\`. A branch cannot refer to the outputs of another one; tasks after
the block can.`,
  properties: {
    required: ['tasks'],
    properties: {
      tasks: taskList('The branches.'),
      concurrency: {
        type: 'integer',
        minimum: 1,
        description: 'How many branches run at the same time. Default: all of them.',
      },
      ...concurrentProperties,
    },
  },
  fromJenkins: {
    branches: ({ tasks, failFast }) => ({ ...(failFast === true && { fail_fast: true }), tasks }),
  },
  control: {
    kind: 'branches',
    of: ({ properties: { concurrency, fail_fast: failFast, workspace } }) => ({
      body: ['tasks'],
      concurrency,
      failFast,
      workspace,
    }),
  },
  examples: [
    {
      title: 'Check a change from several sides',
      yaml: `- id: verify
  type: dev.vendor.plugin.core.flow.Parallel
  fail_fast: true
  tasks:
    - {id: unit, type: dev.vendor.plugin.core.shell.Shell, script: make unit}
    - {id: lint, type: dev.vendor.plugin.core.shell.Shell, script: make lint}
    - id: package
      type: dev.vendor.plugin.core.flow.Sequential
      tasks:
        - {id: build, type: dev.vendor.plugin.core.shell.Shell, script: make build}
        - {id: smoke, type: dev.vendor.plugin.core.shell.Shell, script: make smoke}
`,
    },
    {
      title: 'Build in separate folders, two at a time',
      yaml: `- id: builds
  type: dev.vendor.plugin.core.flow.Parallel
  concurrency: 2
  workspace: own
  tasks:
    - {id: app, type: dev.vendor.plugin.core.shell.Shell, script: ./fetch.sh app && make}
    - {id: docs, type: dev.vendor.plugin.core.shell.Shell, script: ./fetch.sh docs && make}
    - {id: site, type: dev.vendor.plugin.core.shell.Shell, script: ./fetch.sh site && make}
`,
    },
    {
      title: 'One branch cannot see the outputs of another',
      yaml: `- id: both
  type: dev.vendor.plugin.core.flow.Parallel
  tasks:
    - id: count
      type: dev.vendor.plugin.core.shell.Shell
      script: 'echo "{\\"files\\": 3}"'
      outputSchema: {files: {type: INT}}
    - {id: tell, type: dev.vendor.plugin.core.log.Log, message: "{{ task_outputs.count.files }}"}
`,
      problems: ['forward-reference'],
    },
  ],
});
