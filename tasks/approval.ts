import { decisions, defineTask, inputList, message, type Problem } from '../src/language/task-types/task-contract.ts';
import { holdLocks, holdsLocks } from './support/hold-locks.ts';
import { secretInLog, secretProblems, withoutSecrets } from './support/secret-texts.ts';

const names = (description: string) =>
  ({
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', minLength: 1, 'x-language': 'verbatim' },
    description,
  }) as const;

export const task = defineTask({
  type: 'core.flow.Approval',
  title: 'Wait for an approval',
  description: `Waits until people approve, for days if necessary, without holding an executor: the build ends at the task, and after the decision
another one continues after it. Later tasks find the outputs and \`outputFiles\` of earlier ones, but no other files.

The task returns the values of its form, and \`decision\`, \`approver\` and \`decided_at\`. A rejection fails the task with its reason; so does the
\`timeout\`, unless \`on_timeout\` is \`APPROVE\`. An approval can only be in \`tasks\` of a flow, outside of blocks and called flows.`,
  properties: {
    required: ['message'],
    properties: {
      message: { type: 'string', minLength: 1, description: 'The question for those who decide.' },
      approvers: {
        type: 'object',
        properties: {
          users: names('Those who may decide.'),
          groups: names('The groups whose members may decide.'),
          count: {
            type: 'integer',
            minimum: 1,
            'x-language': 'verbatim',
            description: 'How many people must approve. Default: 1. The first rejection decides.',
          },
          not_starter: {
            type: 'boolean',
            'x-language': 'verbatim',
            description: 'Whether those who started the execution must not decide. Default: false.',
          },
        },
        additionalProperties: false,
        description: 'Who may decide. Default: everyone with the right `execute` in the namespace.',
      },
      inputs: inputList('The form for those who decide; secrets and files have no default.'),
      on_timeout: {
        enum: decisions,
        description: 'The decision at the `timeout`; `APPROVE` uses the defaults of the inputs. Default: `REJECT`.',
      },
      hold_locks: holdLocks,
    },
  },
  warnings: { 'secret-in-log': secretInLog },
  check: ({ properties: { message: question, approvers = {} } }, context) => [
    ...secretProblems(question, ['message'], context),
    ...(['users', 'groups'] as const).flatMap((list) => (approvers[list]?.length === 0 ? [noApprovers(list)] : [])),
  ],
  fromJenkins: {
    approval: ({ message: question, users, groups, inputs }) => ({
      message: question,
      ...((users !== undefined || groups !== undefined) && {
        approvers: { ...(users !== undefined && { users }), ...(groups !== undefined && { groups }) },
      }),
      ...(inputs !== undefined && { inputs }),
    }),
  },
  view: ({ properties }, context) => ({ message: message(withoutSecrets(properties.message, context)) }),
  wait: ({ properties: { approvers = {}, on_timeout: onTimeout = 'REJECT', hold_locks: isHeld } }, form) => ({
    kind: 'approval',
    approvers: {
      users: approvers.users ?? [],
      groups: approvers.groups ?? [],
      count: approvers.count ?? 1,
      notStarter: approvers.not_starter ?? false,
    },
    form,
    onTimeout,
    ...holdsLocks(isHeld),
  }),
  examples: [
    {
      title: 'Release after an approval with a note',
      yaml: `id: release
namespace: examples
description: Builds a version and releases it once somebody has approved.
tasks:
  - id: build
    type: dev.vendor.plugin.core.shell.Shell
    script: ./build.sh
    outputSchema:
      version: {type: STRING}
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: Release {{ task_outputs.build.version }} to production?
    approvers: {groups: [release], not_starter: true}
    inputs:
      - {id: note, type: STRING, min_length: 5}
    timeout: 48h
  - id: announce
    type: dev.vendor.plugin.core.log.Log
    message: "Approved by {{ task_outputs.release.approver }}: {{ task_outputs.release.note }}"
`,
    },
    {
      title: 'Two of three people must approve',
      yaml: `- id: migrate
  type: dev.vendor.plugin.core.flow.Approval
  message: Migrate the database now?
  approvers: {users: [alice, bob, carol], count: 2}
  hold_locks: true
`,
    },
    {
      title: 'Go on at the end of the day unless somebody objects',
      yaml: `- id: objections
  type: dev.vendor.plugin.core.flow.Approval
  message: Any objections to the clean-up?
  inputs:
    - {id: keep, type: STRING, defaults: nothing}
  timeout: 8h
  on_timeout: APPROVE
`,
    },
    {
      title: 'A build cannot end in the middle of a block',
      yaml: `- id: ship
  type: dev.vendor.plugin.core.flow.Sequential
  tasks:
    - {id: ask, type: dev.vendor.plugin.core.flow.Approval, message: Ship it?}
`,
      problems: ['misplaced-wait'],
    },
  ],
});

/** An empty list could mean nobody, or everybody. */
function noApprovers(list: 'users' | 'groups'): Problem {
  return {
    code: 'empty-list',
    message: `"approvers.${list}" is empty. Without it, everybody who may execute flows of the namespace may decide.`,
    path: ['approvers', list],
  };
}
