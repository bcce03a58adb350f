import { defineTask, taskList } from '../src/language/task-types/task-contract.ts';

export const task = defineTask({
  type: 'core.flow.Sequential',
  title: 'Run tasks one after another',
  description: `Runs its tasks in order, as one branch of a Parallel block, or to give several tasks a condition, a time limit, a
retry policy or a worker group together.

The outputs of the tasks inside have the same references as outside: \`task_outputs.<task_id>.<field>\`.`,
  properties: {
    required: ['tasks'],
    properties: { tasks: taskList('The tasks, which run in this order.') },
  },
  fromJenkins: { sequence: ({ tasks }) => ({ tasks }) },
  control: { kind: 'sequence', of: () => ({ body: ['tasks'] }) },
  examples: [
    {
      title: 'Retry several tasks together',
      yaml: `- id: publish
  type: dev.vendor.plugin.core.flow.Sequential
  retry: {max_attempt: 2, interval: 2s}
  tasks:
    - {id: login, type: dev.vendor.plugin.core.shell.Shell, script: ./login.sh}
    - {id: upload, type: dev.vendor.plugin.core.shell.Shell, script: ./upload.sh}
`,
    },
  ],
});
