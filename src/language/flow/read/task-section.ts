import { taskIdRule } from '../../document/id-rule.ts';
import { boolean, id, text } from '../../document/property-kinds.ts';
import { section } from '../../document/section.ts';
import { condition, duration, workerGroup } from './flow-property-kinds.ts';
import { outputFields } from './output-sections.ts';
import { retry } from './retry-section.ts';

/**
 * The properties that every task has (docs/reference/tasks.md, docs/reference/flows.md); the task's type has the
 * others.
 */
export const taskSection = section('One step of the flow.', {
  id: id(taskIdRule, {
    description: 'Unique across `tasks`, `errors` and `finally`.',
  }),
  type: text({
    required: true,
    filled: true,
    description: 'The task type.',
    details: 'See the [task types](tasks/README.md).',
  }),
  description: text({ description: 'What the task does; a comment in the Jenkinsfile.' }),
  disabled: boolean(false, {
    description: 'A disabled task never runs.',
    details: 'Warning [`disabled-task`](problems.md#disabled-task).',
  }),
  run_if: condition({
    description: 'The task runs only if this condition is true.',
    details: 'Otherwise Jenkins shows the stage as skipped.',
  }),
  allow_failure: boolean(false, {
    description: 'Whether the build continues after the task fails, and ends UNSTABLE.',
  }),
  retry: retry({ description: 'The retry policy. Default: the policy of the flow.' }),
  timeout: duration({ description: 'The time limit for each attempt. A shorter limit of the flow takes precedence.' }),
  outputSchema: outputFields({
    description: 'The fields that the task returns, each with its type.',
    details: 'See [outputs](tasks.md#outputs).',
  }),
  worker_group: workerGroup({
    description:
      'The Jenkins label of the agent to run on: a string, or `{key: label}`. Default: the label of the flow.',
    details: 'With another label, the task gets its own workspace there, without the files of the flow.',
  }),
});

export const commonTaskPropertyNames: readonly string[] = Object.keys(taskSection.properties);
