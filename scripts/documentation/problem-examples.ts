import type { OwnCode } from '../../src/base/problem/problem-catalogue.ts';
import type { ProblemExample } from '../../src/language/task-types/task-contract.ts';

/** One example per code of Flowgate itself, verified by a test. `wholeFlow` adds the missing parts of the flow. */
export const problemExamples: Readonly<Record<OwnCode, ProblemExample>> = {
  'yaml-syntax': { yaml: 'labels: {team: perception' },
  'yaml-duplicate-key': { yaml: 'labels:\n  team: perception\n  team: planning' },
  'yaml-too-complex': { yaml: `labels: ${'['.repeat(70)}${']'.repeat(70)}` },
  'not-a-mapping': { yaml: '- just\n- a\n- list' },
  'missing-property': { yaml: 'inputs:\n  - {id: count}' },
  'unknown-property': { yaml: 'inputs:\n  - {id: count, type: INT, minn: 1}' },
  'wrong-type': { yaml: 'inputs:\n  - {id: count, type: INT, min: one}' },
  'invalid-value': { yaml: 'concurrency: {limit: 1, behavior: WAIT}' },
  'invalid-id': { yaml: 'inputs:\n  - {id: my input, type: STRING}' },
  'duplicate-id': { yaml: 'inputs:\n  - {id: count, type: INT}\n  - {id: count, type: INT}' },
  'empty-list': { yaml: 'tasks: []' },
  'unknown-input-type': { yaml: 'inputs:\n  - {id: count, type: INTEGER}' },
  'invalid-constraint': { yaml: 'inputs:\n  - {id: count, type: INT, min: 5, max: 1}' },
  'invalid-default': { yaml: 'inputs:\n  - {id: count, type: INT, min: 5, defaults: 1}' },
  'unknown-task-type': {
    yaml: `tasks:
  - id: run
    type: dev.vendor.plugin.core.shell.Shel
    commands:
      - date`,
  },
  'conflicting-properties': {
    yaml: `tasks:
  - id: run
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - date
    script: date`,
  },
  'unknown-reference': {
    yaml: 'tasks:\n  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ inputs.nobody }}"}',
  },
  'forward-reference': {
    yaml: `tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ task_outputs.later.count }}"}
  - id: later
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - date
    outputSchema: {count: {type: INT}}`,
  },
  'undeclared-output': {
    yaml: `tasks:
  - id: first
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - date
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ task_outputs.first.count }}"}`,
  },
  'invalid-expression': {
    yaml: 'tasks:\n  - {id: say, type: dev.vendor.plugin.core.log.Log, message: hello, run_if: "1 <"}',
  },
  'type-mismatch': {
    yaml: `inputs:
  - {id: count, type: INT}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: hello, run_if: "inputs.count == 'three'"}`,
  },
  'dependency-cycle': {
    yaml: `inputs:
  - {id: a, type: BOOLEAN, depends_on: {inputs: [b], condition: inputs.b}}
  - {id: b, type: BOOLEAN, depends_on: {inputs: [a], condition: inputs.a}}`,
  },
  'undeclared-dependency': {
    yaml: `inputs:
  - {id: a, type: BOOLEAN}
  - {id: b, type: BOOLEAN}
  - {id: c, type: STRING, depends_on: {inputs: [a], condition: inputs.a and inputs.b}}`,
  },
  'name-clash': { yaml: 'inputs:\n  - {id: robot-id, type: STRING}\n  - {id: robot_id, type: STRING}' },
  'reserved-name': { yaml: 'variables:\n  FLOWGATE_MODE: fast' },
  'invalid-name': { yaml: 'variables:\n  my-name: value' },
  'invalid-duration': { yaml: 'timeout: 5 minutes' },
  'invalid-retry': { yaml: 'retry: {type: random, max_attempt: 3, interval: 30s, max_interval: 1s}' },
  'invalid-cron': { yaml: 'triggers:\n  - {id: nightly, type: schedule, cron: "61 2 * * *"}' },
  'subflow-cycle': { words: 'Flow `a` has a Subflow task that calls flow `b`, and `b` has one that calls `a`.' },
  'subflow-unknown-input': {
    words: 'A Subflow task sets the input `versoin`, but the called flow has an input `version`.',
  },
  'subflow-missing-input': { words: 'A Subflow task does not set an input that the called flow requires.' },
  'subflow-disabled': { words: 'A Subflow task calls a flow with `disabled: true`.' },
  'subflow-unusable': {
    words: 'A flow that you can execute contains an invalid call to a flow that you can neither read nor execute.',
  },
  'misplaced-wait': {
    yaml: `tasks:
  - id: ship
    type: dev.vendor.plugin.core.flow.Sequential
    tasks:
      - {id: ask, type: dev.vendor.plugin.core.flow.Approval, message: Ship it?}`,
  },
  'value-too-large': { words: 'A variable or an input value is larger than 96 KiB.' },
  'jenkinsfile-too-large': { words: 'A flow has more than 1,000 tasks, including those of its subflows.' },
  'jenkins-only': { words: 'A flow that runs without Jenkins has a task whose type does not define `local`.' },
  'renamed-variable': { yaml: 'inputs:\n  - {id: path, type: STRING}' },
  'literal-dollar': {
    yaml: 'inputs:\n  - {id: image_tag, type: STRING, defaults: latest}\ntasks:\n  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "Tag ${IMAGE_TAG}"}',
  },
  'literal-reference': {
    yaml: "inputs:\n  - {id: region, type: STRING, defaults: eu}\nlabels: {region: '{{ inputs.region }}'}\ntasks:\n  - {id: say, type: dev.vendor.plugin.core.log.Log, message: 'In {{ inputs.region }}'}",
  },
  'secret-default': { yaml: 'inputs:\n  - {id: token, type: SECRET, defaults: correct-horse-battery}' },
  'secret-not-allowed': {
    words: 'The default of a SECRET is `vault:ops/deploy#token`, but its namespace may use only `vault:web/…`.',
  },
  'missing-description': { yaml: 'id: example\nnamespace: docs' },
  'several-controllers': {
    words:
      'The tasks of a flow have `worker_group: gpu` and `worker_group: bench`, and these groups are on different [controllers](../how-to/use-several-controllers.md). An execution runs on one controller.',
  },
  'no-controller': {
    words:
      'No [controller](../how-to/use-several-controllers.md) is declared for the namespace of the flow, and none for all others.',
  },
  'unknown-receiver': {
    words:
      'A flow notifies `slack:wbe`, but its namespace has only the receiver `slack:web`. Or a flow has `commit_status`, but no forge in the file of receivers is for its namespace.',
  },
  'unavailable-lock': {
    words:
      'A flow has `locks: [databse]`, but the operator declares only `database`; or its namespace may not use the lock, or the lock has fewer permits than the flow takes. Flowgate rejects runs until that is mended.',
  },
  'lock-not-taken': {
    words:
      'A flow calls `web/migrate`, which has `locks: [database]`, inside its own build: only its own locks are taken. Add the lock to the calling flow, or set `separate: true` on the call.',
  },
  'unused-input': { yaml: 'inputs:\n  - {id: count, type: INT}' },
  'unused-variable': { yaml: 'variables:\n  REPORT: report.json' },
  'unrecognised-expression': {
    yaml: `tasks:
  - id: list
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - docker ps --format '{{.Names}}'`,
  },
  'unexpanded-reference': {
    yaml: `inputs:
  - {id: name, type: STRING}
tasks:
  - id: greet
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - echo 'hello {{ inputs.name }}'`,
  },
  'windows-line-breaks': {
    yaml: String.raw`tasks: [{id: build, type: dev.vendor.plugin.core.shell.Shell, script: "make\r\nmake install\r\n"}]`,
  },
  'coerced-text': { yaml: 'labels: {version: 3.10}' },
  'unquoted-reference': {
    yaml: `inputs:
  - {id: name, type: STRING}
tasks:
  - id: greet
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - echo hello {{ inputs.name }}`,
  },
  'subflow-not-found': { words: 'A Subflow task calls a flow that is not stored yet.' },
  'subflow-hidden': {
    words:
      'You call `validate-subflows` for a flow that calls a flow in a namespace where you can neither read nor execute.',
  },
  'callers-left-behind': {
    words: 'You change the inputs of a flow, and a stored flow that calls its latest revision does not fit them.',
  },
  'disabled-task': {
    yaml: 'tasks:\n  - {id: later, type: dev.vendor.plugin.core.log.Log, message: hello, disabled: true}',
  },
  'block-needs-executors': {
    yaml: `tasks:
  - id: builds
    type: dev.vendor.plugin.core.flow.Parallel
    tasks:
      - {id: arm, type: dev.vendor.plugin.core.shell.Shell, script: make, worker_group: arm}
      - {id: x86, type: dev.vendor.plugin.core.shell.Shell, script: make}`,
  },
  'never-equal': {
    yaml: 'inputs:\n  - {id: region, type: ENUM, values: [eu, us]}\ntasks:\n  - {id: say, type: dev.vendor.plugin.core.log.Log, message: Hello, run_if: "inputs.region == \'asia\'"}',
  },
  'trigger-never-fires': { yaml: 'triggers:\n  - {id: nightly, type: schedule}' },
  'trigger-missing-input': {
    yaml: `inputs:
  - {id: drive, type: STRING}
triggers:
  - {id: nightly, type: schedule, cron: "0 3 * * *"}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ inputs.drive }}"}`,
  },
  'default-never-used': {
    yaml: 'inputs:\n  - {id: count, type: INT, defaults: 1, depends_on: {inputs: [], condition: "false"}}',
  },
};

const rest: Readonly<Record<string, string>> = {
  id: 'id: example',
  namespace: 'namespace: docs',
  description: 'description: An example.',
  tasks: 'tasks:\n  - {id: hello, type: dev.vendor.plugin.core.log.Log, message: hello}',
};

/** Adds the missing parts of a flow after the given part, so that its line numbers do not change. */
export function wholeFlow(part: string): string {
  if (part.startsWith('- ')) return part;
  const isGiven = (key: string) => new RegExp(`^${key}:`, 'm').test(part);
  const isAboutDescription = isGiven('id');
  const missing = Object.keys(rest).filter((key) => !isGiven(key) && !(key === 'description' && isAboutDescription));
  return `${[part, ...missing.map((key) => rest[key])].join('\n')}\n`;
}
