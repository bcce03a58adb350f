import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { flowSchema } from '../../../src/language/task-types/flow-schema.ts';
import { flowText, taskTypes } from '../../support/transpile-yaml.ts';

const isAccepted = new Ajv2020({ allErrors: true, strict: true }).compile(flowSchema(taskTypes));

const declarations = `inputs:
  - {id: cores, type: INT, required: false}
  - {id: share, type: FLOAT, required: false}
  - {id: debug, type: BOOLEAN, required: false}
  - {id: name, type: STRING, required: false}
  - {id: token, type: SECRET, required: false}
variables:
  FOUR: "4"
  NONE: ""
  MANY: many
  MINUS: "-1"
  YES: "true"
  CORES_OF: "{{ inputs.cores }}"
  NAME_OF: "{{ inputs.name }}"
  SAME_NAME: "{{ variables.NAME_OF }}"
  MIXED: "1{{ inputs.cores }}"
`;
const everything =
  '{{ inputs.cores }} {{ inputs.share }} {{ inputs.debug }} {{ inputs.name }} {{ inputs.token }} {{ variables.FOUR }} {{ variables.NONE }} {{ variables.MANY }} {{ variables.MINUS }} {{ variables.YES }} {{ variables.CORES_OF }} {{ variables.SAME_NAME }} {{ variables.MIXED }}';

function textOf(task: string): string {
  return flowText(`${declarations}tasks:
  - {id: use, type: dev.vendor.plugin.core.shell.Shell, commands: ['echo "${everything}"']}
  - {id: returns, type: dev.vendor.plugin.core.shell.Shell, commands: [date], outputSchema: {count: {type: INT}, word: {type: STRING}}}
  - {id: one, ${task}}
`);
}

function problemsOf(task: string): string[] {
  const text = textOf(task);
  const { problems } = checkFlow(
    { text, format: 'yaml' },
    { taskTypes, vendor: 'vendor', prefix: 'VENDOR', limits: defaultFlowLimits, makeBudget: unlimitedTime },
  );
  return problems.map(({ code, path, message }) => `${code} ${path} ${message}`);
}

const docker = (properties: string): string =>
  `type: dev.vendor.plugin.docker.run, containerImage: alpine, ${properties}`;
const http = (properties: string): string =>
  `type: dev.vendor.plugin.core.http.Request, url: "http://a/", ${properties}`;

describe('a reference in the place of a number or boolean', () => {
  it.each([
    docker('cpu: "{{ inputs.cores }}"'),
    docker('cpu: "{{ inputs.share }}"'),
    docker('cpu: "{{ variables.FOUR }}"'),
    docker('cpu: "{{ variables.NONE }}"'),
    docker('cpu: "{{ variables.CORES_OF }}"'),
    docker('cpu: "{{ variables.MIXED }}"'),
    docker('cpu: "{{ task_outputs.returns.count }}"'),
    docker('wait: "{{ inputs.debug }}", deviceRequests: [{count: "{{ inputs.cores }}"}]'),
    docker('wait: "{{ variables.YES }}"'),
    docker('volumes: [{hostPath: a, path: /a, readOnly: "{{inputs.debug}}"}]'),
    docker('portBindings: [{hostPort: "{{ inputs.cores }}", containerPort: 80}]'),
    http('expectedStatus: "{{ inputs.cores }}"'),
    http('expectedStatus: [200, "{{ inputs.cores }}"]'),
    'type: dev.vendor.plugin.scripts.python.Script, script: "1", failOnStderr: "{{ inputs.debug }}"',
    'type: dev.vendor.plugin.core.rosbag.LoadById, ids: a, overwrite: "{{ inputs.debug }}"',
  ])('is accepted: %s', (task) => {
    expect(problemsOf(task)).toEqual([]);
    expect(isAccepted(parse(textOf(task)))).toBe(true);
  });

  it.each([
    [
      docker('cpu: "{{ inputs.name }}"'),
      'type-mismatch /tasks/2/cpu "cpu" must be a number, greater than 0; inputs.name is of type STRING.',
    ],
    [
      docker('cpu: "{{ inputs.token }}"'),
      'type-mismatch /tasks/2/cpu "cpu" must be a number, greater than 0; inputs.token is of type SECRET.',
    ],
    [
      docker('cpu: "{{ inputs.debug }}"'),
      'type-mismatch /tasks/2/cpu "cpu" must be a number, greater than 0; inputs.debug is of type BOOLEAN.',
    ],
    [
      docker('cpu: "{{ variables.MANY }}"'),
      'type-mismatch /tasks/2/cpu "cpu" must be a number, greater than 0; the variable "MANY" is "many".',
    ],
    [
      docker('cpu: "{{ variables.MINUS }}"'),
      'type-mismatch /tasks/2/cpu "cpu" must be a number, greater than 0; the variable "MINUS" is "-1".',
    ],
    [
      docker('cpu: "{{ variables.SAME_NAME }}"'),
      'type-mismatch /tasks/2/cpu "cpu" must be a number, greater than 0; inputs.name is of type STRING.',
    ],
    [
      docker('cpu: "{{ task_outputs.returns.word }}"'),
      'type-mismatch /tasks/2/cpu "cpu" must be a number, greater than 0; task_outputs.returns.word is of type STRING.',
    ],
    [
      docker('wait: "{{ inputs.cores }}"'),
      'type-mismatch /tasks/2/wait "wait" must be true or false; inputs.cores is of type INT.',
    ],
    [
      docker('deviceRequests: [{count: "{{ inputs.share }}"}]'),
      'type-mismatch /tasks/2/deviceRequests/0/count "count" must be an integer, at least -1; inputs.share is of type FLOAT.',
    ],
    [
      http('expectedStatus: [200, "{{ inputs.name }}"]'),
      'type-mismatch /tasks/2/expectedStatus/1 Item 2 of "expectedStatus" must be an integer, at least 100 and at most 599; inputs.name is of type STRING.',
    ],
    [
      docker('cpu: "{{ inputs.croes }}"'),
      'unknown-reference /tasks/2/cpu Unknown input "croes". Did you mean "cores"?',
    ],
  ])('is rejected: %s', (task, problem) => {
    expect(problemsOf(task)).toEqual([problem]);
  });

  it.each([
    [
      docker('cpu: "{{ inputs.cores }}0"'),
      'wrong-type /tasks/2/cpu "cpu" must be a number; found the string "{{ inputs.cores }}0". A reference must be the whole value.',
    ],
    [docker('cpu: "2; rm"'), 'wrong-type /tasks/2/cpu "cpu" must be a number; found the string "2; rm".'],
    [docker('wait: "yes"'), 'wrong-type /tasks/2/wait "wait" must be true or false; found the string "yes".'],
    [
      docker('deviceRequests: [{count: "1.5"}]'),
      'wrong-type /tasks/2/deviceRequests/0/count "count" must be an integer; found the string "1.5".',
    ],
    [docker('portBindings: [{hostPort: 80}]'), 'missing-property /tasks/2/portBindings/0 "containerPort" is required.'],
    [
      docker('portBindings: [{containerPort: "80/tcp"}]'),
      'wrong-type /tasks/2/portBindings/0/containerPort "containerPort" must be an integer; found the string "80/tcp".',
    ],
    [
      http('expectedStatus: "2xx"'),
      'wrong-type /tasks/2/expectedStatus "expectedStatus" must be a status such as 201, or a list of statuses; found the string "2xx".',
    ],
    [
      'type: dev.vendor.plugin.core.flow.Subflow, namespace: a, flowId: b, revision: "{{ inputs.cores }}"',
      'wrong-type /tasks/2/revision "revision" must be an integer; found the string "{{ inputs.cores }}". It must be known before the build, so it cannot be a reference.',
    ],
  ])('rejects any other string: %s', (task, problem) => {
    expect(problemsOf(task)).toContain(problem);
    expect(isAccepted(parse(textOf(task)))).toBe(false);
  });

  it('warns about access that a value can grant', () => {
    expect(problemsOf(docker('privileged: "{{ inputs.debug }}"'))).toEqual([
      expect.stringContaining(
        'privileged-container /tasks/2/privileged If this value is true, the container has full access',
      ),
    ]);
  });
});

describe('a number or boolean in quotes', () => {
  it.each([
    docker('cpu: "4"'),
    docker('cpu: "0.5"'),
    docker('wait: "true"'),
    http('expectedStatus: "201"'),
    docker('portBindings: [{hostPort: "8080", containerPort: "80"}]'),
    'type: dev.vendor.plugin.core.flow.Subflow, namespace: a, flowId: b, revision: "3"',
  ])('is read as that value: %s', (task) => {
    expect(problemsOf(task)).toEqual([]);
    expect(isAccepted(parse(textOf(task)))).toBe(true);
  });

  it('must be within the bounds', () => {
    expect(problemsOf(docker('cpu: "0"'))).toEqual([
      'invalid-value /tasks/2/cpu "cpu" must be greater than 0; found 0.',
    ]);
    expect(problemsOf(http('expectedStatus: "99"'))).toEqual([
      'invalid-value /tasks/2/expectedStatus "expectedStatus" must be at least 100; found 99.',
    ]);
  });
});
