import { expect, it } from 'vitest';
import { schedulesOf } from '../../../../src/abilities/flows/flow-triggers.ts';
import { check } from '../check.ts';

const flowWith = (triggers: string) => `id: hooked
namespace: examples
description: Has triggers.
inputs:
  - {id: branch, type: STRING, defaults: main}
  - {id: payload, type: JSON, required: false}
triggers:
${triggers}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ inputs.branch }} {{ inputs.payload }}"}
`;
const found = (triggers: string) => check(flowWith(triggers)).problems.map(({ code, path }) => [code, path]);
const webhook = (inputs: string, conditions = '[]') =>
  `  - {id: pushed, type: webhook, inputs: ${inputs}, conditions: ${conditions}}`;

it('allows strings of a webhook to refer to the delivery', () => {
  const inputs = `{branch: "{{ trigger.body.ref }} by {{ trigger.headers.X-Actor }}", payload: {first: ["{{ trigger.body.commits.0.id }}"]}}`;
  expect(
    found(
      webhook(
        inputs,
        `["trigger.body.deleted == false", "trigger.headers.x-event matches 'push'", "{{ trigger.body.commits is not empty }}"]`,
      ),
    ),
  ).toEqual([]);
});

it('ignores the case of header names, but not of keys in the body', () => {
  const { flow } = check(flowWith(webhook('{}', `["trigger.headers.X-Event == trigger.body.Kind"]`)));
  const [trigger] = flow?.triggers ?? [];
  expect(trigger?.type === 'webhook' && trigger.conditions[0]?.condition).toMatchObject({
    left: { reference: { root: 'trigger', part: 'headers', path: ['x-event'] } },
    right: { reference: { root: 'trigger', part: 'body', path: ['Kind'] } },
  });
});

it('rejects all other references in them, at their place', () => {
  expect(found(webhook('{branch: "{{ inputs.branch }}"}'))).toEqual([
    ['invalid-expression', '/triggers/0/inputs/branch'],
  ]);
  expect(found(webhook('{payload: {ref: ["{{ trigger.headers }}"]}}'))).toEqual([
    ['invalid-expression', '/triggers/0/inputs/payload/ref/0'],
  ]);
  expect(found('  - {id: w, type: webhook, inputs: {payload: 3, branch: "{{ trigger.body.ref | trim }}"}}')).toEqual([
    ['invalid-expression', '/triggers/0/inputs/branch'],
  ]);
  expect(found(webhook('{branch: "{{ triger.body.ref }}"}'))).toEqual([
    ['invalid-expression', '/triggers/0/inputs/branch'],
  ]);
  expect(found(webhook('{branch: "{{ .Names }}"}'))).toEqual([
    ['unrecognised-expression', '/triggers/0/inputs/branch'],
  ]);
  expect(found(webhook('{}', `["trigger.body.a == 1", "variables.A == 1", "trigger.body =="]`))).toEqual([
    ['invalid-expression', '/triggers/0/conditions/1'],
    ['invalid-expression', '/triggers/0/conditions/2'],
  ]);
  expect(found(webhook('{}', '["trigger.headers.x-count > 3"]'))).toEqual([
    ['type-mismatch', '/triggers/0/conditions/0'],
  ]);
});

it('does not pass on headers that authenticate the caller', () => {
  expect(
    found(webhook('{branch: "{{ trigger.headers.X-Gitlab-Token }}"}', `["trigger.headers.authorization == 'x'"]`)),
  ).toEqual([
    ['unknown-reference', '/triggers/0/inputs/branch'],
    ['unknown-reference', '/triggers/0/conditions/0'],
  ]);
});

it('allows conditions on the values that a trigger gives to the flow', () => {
  expect(found(webhook('{}', '["inputs.branch == \'main\' and trigger.body.n > 3"]'))).toEqual([]);
  expect(found(webhook('{}', '["inputs.brunch == 3", "inputs.branch > 3"]'))).toEqual([
    ['unknown-reference', '/triggers/0/conditions/0'],
    ['type-mismatch', '/triggers/0/conditions/1'],
  ]);
  const nightly = (conditions: string) =>
    found(`  - {id: nightly, type: schedule, cron: "@daily", conditions: ${conditions}}`);
  expect(nightly('["inputs.branch == \'main\'", {type: filter, field: inputs.branch, value: main}]')).toEqual([]);
  expect(nightly('["trigger.body.a == 1"]')).toEqual([['invalid-expression', '/triggers/0/conditions/0']]);
});

it('reports problems of a filter at their place', () => {
  const filter = (text: string) =>
    found(webhook('{}', `[${text}]`)).map(([code, path]) => `${code} ${path?.replace('/triggers/0/conditions/0', '')}`);
  expect(filter('{type: filter, field: body.a.0.b, value: [1, true, x]}')).toEqual([]);
  expect(filter('{type: filter, field: trigger.headers.X-Event, value: 10}')).toEqual(['coerced-text /value']);
  expect(filter('{type: regex, field: body.a, value: x}')).toEqual(['invalid-value /type']);
  expect(filter('{type: filter, field: a, value: x}')).toEqual([]);
  for (const field of ['trigger.a', 'trigger', 'body', 'headers', 'inputs', 'a b'])
    expect(filter(`{type: filter, field: ${field}, value: x}`)).toEqual(['invalid-expression /field']);
  expect(filter('{type: filter, field: "body.a b", value: x}')).toEqual(['invalid-expression /field']);
  expect(filter('{type: filter, field: headers.authorization, value: x}')).toEqual(['unknown-reference /field']);
  expect(filter('{type: filter, field: inputs.brunch, value: x}')).toEqual(['unknown-reference /field']);
  expect(filter('{type: filter, field: inputs.payload, value: [[1]]}')).toEqual(['wrong-type /value/0']);
  expect(filter('{type: filter, field: inputs.payload, value: {a: 1}}')).toEqual(['wrong-type /value']);
  expect(filter('{type: filter, field: body.a, value: []}')).toEqual(['empty-list /value']);
  expect(filter('{type: filter, field: body.a, value: x, operator: is}')).toEqual(['unknown-property /operator']);
  expect(filter('{type: filter}')).toEqual(['missing-property ', 'missing-property ']);
  expect(filter('[a]')).toEqual(['wrong-type ']);
  const schedule = (count: string) =>
    check(
      flowWith(
        `  - {id: nightly, type: schedule, cron: "@daily", conditions: [{type: filter, field: inputs.many, value: ${count}}]}`,
      ).replace('inputs:\n', 'inputs:\n  - {id: many, type: MULTISELECT, values: [a]}\n'),
    );
  expect(schedule('a').problems.map(({ code, path }) => `${code} ${path}`)).toContain(
    'type-mismatch /triggers/0/conditions/0/value',
  );
});

it('reads a bare field of a filter as a field of the body, or as an input on a schedule', () => {
  const referenceOf = (trigger: string) => {
    const [read] = check(flowWith(trigger)).flow?.triggers ?? [];
    const condition = read?.conditions[0]?.condition;
    return condition?.kind === 'infix' && condition.left.kind === 'reference' && condition.left.reference;
  };
  expect(referenceOf(webhook('{}', '[{type: filter, field: event_type, value: uploaded}]'))).toEqual({
    root: 'trigger',
    part: 'body',
    path: ['event_type'],
  });
  expect(referenceOf(webhook('{}', '[{type: filter, field: branch.name, value: main}]'))).toMatchObject({
    path: ['branch', 'name'],
  });
  const nightly =
    '  - {id: n, type: schedule, cron: "@daily", conditions: [{type: filter, field: branch, value: main}]}';
  expect(referenceOf(nightly)).toEqual({ root: 'inputs', id: 'branch' });
});

it.each(['event_type', 'body.a', 'headers.x-a', 'inputs.brunch'])(
  'warns that a schedule with a filter on %s never fires',
  (field) => {
    const trigger = `  - {id: n, type: schedule, cron: "@daily", conditions: [{type: filter, field: ${field}, value: main}]}`;
    const { flow, problems } = check(flowWith(trigger));
    expect(problems.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ['trigger-never-fires', 'warning', '/triggers/0/conditions/0/field'],
    ]);
    expect(schedulesOf(flow!)).toEqual([]);
  },
);

it('counts an input in a condition as used', () => {
  const text = flowWith(webhook('{}', '[{type: filter, field: inputs.payload, value: 1}]')).replace(
    ' {{ inputs.payload }}',
    '',
  );
  expect(check(text).problems.map(({ code }) => code)).toEqual([]);
});

it('warns that a schedule without a cron never fires', () => {
  const { flow, problems } = check(flowWith('  - {id: nightly, type: schedule}'));
  expect(problems.map(({ code, path }) => [code, path])).toEqual([['trigger-never-fires', '/triggers/0']]);
  expect(schedulesOf(flow!)).toEqual([]);
  expect(problems[0]?.message).toContain('cron: "0 3 * * *" starts it every day at 03:00');
});

it('rejects references to the delivery in all other strings', () => {
  expect(
    found('  - {id: nightly, type: schedule, cron: "0 2 * * *", inputs: {branch: "{{ trigger.body.ref }}"}}'),
  ).toEqual([['invalid-expression', '/triggers/0/inputs/branch']]);
  expect(
    found('  - {id: nightly, type: schedule, cron: "0 2 * * *", inputs: {branch: "{{ inputs.branch }}"}}'),
  ).toEqual([['invalid-expression', '/triggers/0/inputs/branch']]);
  expect(
    found('  - {id: nightly, type: schedule, cron: "0 2 * * *", inputs: {branch: main, payload: {a: [1]}}}'),
  ).toEqual([]);
});

it('checks constant values in both types of triggers', () => {
  expect(found('  - {id: nightly, type: schedule, cron: "@daily", inputs: {branch: 3}}')).toEqual([
    ['invalid-value', '/triggers/0/inputs/branch'],
  ]);
  expect(found(webhook('{branch: [a], payload: 3, brunch: x}'))).toEqual([
    ['invalid-value', '/triggers/0/inputs/branch'],
    ['unknown-reference', '/triggers/0/inputs/brunch'],
  ]);
  expect(found(webhook('{branch: null, payload: {a: ["\\\\{{ plain }}"]}}'))).toEqual([]);
});

it('rejects secrets and files', () => {
  const yaml = (value: string) => `id: hooked
namespace: examples
description: Has a secret.
inputs: [{id: token, type: SECRET}, {id: photo, type: FILE}]
triggers: [{id: nightly, type: schedule, cron: "@daily", inputs: {token: ${value}, photo: x}}]
tasks: [{id: say, type: dev.vendor.plugin.core.shell.Shell, commands: ['echo "{{ inputs.token }}" "{{ inputs.photo }}"']}]
`;
  const codes = (value: string) =>
    check(yaml(value))
      .problems.filter(({ severity }) => severity === 'error')
      .map(({ path }) => path);
  expect(codes('hush hush')).toEqual(['/triggers/0/inputs/token', '/triggers/0/inputs/photo']);
  expect(codes('credential:deploy')).toEqual(['/triggers/0/inputs/photo']);
});

it('warns of a trigger that sets no value for a required input', () => {
  const problems = (trigger: string) =>
    check(
      `id: hooked
namespace: examples
description: Has triggers.
inputs:
  - {id: drive, type: STRING}
  - {id: day, type: DATE, depends_on: {inputs: [drive], condition: "inputs.drive == 'a'"}}
  - {id: note, type: STRING, required: false}
triggers:
  - {id: started, ${trigger}}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ inputs.drive }} {{ inputs.day }} {{ inputs.note }}"}
`,
    ).problems.map(({ code, path, message }) => [code, path, message]);
  const message = (type: string) =>
    `The ${type} cannot start the flow: it sets no value for the required input "drive", which has no default.`;
  expect(problems('type: schedule, cron: "@daily"')).toEqual([
    ['trigger-missing-input', '/triggers/0', message('schedule')],
  ]);
  expect(problems('type: webhook, inputs: {drive: , note: x}')).toEqual([
    ['trigger-missing-input', '/triggers/0/inputs/drive', message('webhook')],
  ]);
  expect(problems('type: webhook, inputs: {drive: "{{ trigger.body.drive }}"}')).toEqual([]);
  expect(problems('type: schedule, cron: "@daily", inputs: {drive: d-1}')).toEqual([]);
  expect(problems('type: schedule, cron: "@daily", disabled: true')).toEqual([]);
  expect(problems('type: webhook, input: {drive: d-1}').map(([code]) => code)).toEqual(['unknown-property']);
});
