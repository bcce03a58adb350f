import { describe, expect, it } from 'vitest';
import { expectErrors, flow, log, shell, startSpecGateway } from './spec-gateway.ts';

const spec = startSpecGateway();
const expectValid = async (yaml: string) => expectErrors(await spec.validate(yaml));
const expectInvalid = async (yaml: string, ...codes: readonly string[]) =>
  expectErrors(await spec.validate(yaml), ...codes);

describe('Flow definition', () => {
  it.each(['a', '9', 'Hello', 'a.b-c_D'])('id %s matches its pattern', (id) => expectValid(flow(id)));
  it.each(['-a', '.a', '_a', 'a b', 'ä', 'a/b'])('id %s does not match its pattern', (id) =>
    expectInvalid(flow(`"${id}"`), 'invalid-id'),
  );
  it('id is required', () => expectInvalid(flow('x').replace(/^id: x\n/, ''), 'missing-property'));

  it.each(['a', '9', 'a.b-c_d'])('namespace %s matches its pattern', (name) =>
    expectValid(flow('x').replace('namespace: spec', `namespace: ${name}`)),
  );
  it.each(['A', 'team.Robotics', '-a', ''])('namespace %j does not match its pattern', async (name) => {
    expect((await spec.validate(flow('x').replace('namespace: spec', `namespace: "${name}"`))).valid).toBe(false);
  });
  it('namespace is required', () => expectInvalid(flow('x').replace('namespace: spec\n', ''), 'missing-property'));

  it('description is not required, but recommended', async () => {
    const { valid, warnings } = await spec.validate(flow('x').replace(/description: .*\n/, ''));
    expect({ valid, codes: warnings.map(({ code }) => code) }).toEqual({ valid: true, codes: ['missing-description'] });
  });

  it('labels map strings to strings', async () => {
    await expectValid(flow('x', 'labels: {team: perception, cost-center: "42"}'));
    await expectInvalid(flow('x', 'labels: {team: [a]}'), 'wrong-type');
  });

  it('inputs are a list of Input', async () => {
    await expectValid(flow('x', 'inputs: [{id: a, type: STRING}]'));
    expect((await spec.validate(flow('x', 'inputs: {a: STRING}'))).valid).toBe(false);
  });

  it('variables map names to strings', async () => {
    await expectValid(flow('x', 'variables: {REGION: eu}'));
    expect((await spec.validate(flow('x', 'variables: {REGION: [eu]}'))).valid).toBe(false);
  });

  it('tasks are required, and at least one', async () => {
    await expectInvalid('id: x\nnamespace: spec\ndescription: d\n', 'missing-property');
    await expectInvalid(flow('x', 'tasks: []'), 'empty-list');
  });

  it('outputs are a list of Output', () => expectValid(flow('x', 'outputs: [{id: o, type: STRING, value: done}]')));
});

describe('Variables', () => {
  it('are referenced as {{ variables.<NAME> }}, transpiled to ${<NAME>}', async () => {
    const source = flow(
      'x',
      `variables: {REGION: eu}\ntasks:\n  - {id: t, ${shell}, commands: ['echo "{{ variables.REGION }}"']}`,
    );
    const { text } = await spec
      .post('/transpiler/convert/jenkins')
      .set('Content-Type', 'application/x-yaml')
      .send(source)
      .expect(200);
    expect(text).toContain('echo "${REGION}"');
  });
});

describe('Task', () => {
  it('id is unique in the flow', () =>
    expectInvalid(
      flow('x', `tasks:\n  - {id: t, ${log}, message: a}\n  - {id: t, ${log}, message: b}`),
      'duplicate-id',
    ));
  it('type is one of the task types', () =>
    expectInvalid(flow('x', 'tasks: [{id: t, type: dev.vendor.plugin.core.none.Such}]'), 'unknown-task-type'));

  it.each([
    'run_if: "{{ inputs.on }}"',
    'allow_failure: true',
    'retry: {type: exponential, max_attempt: 3, interval: 10s, max_interval: 1m, delay_factor: 2.0}',
    'retry: {type: exponential}',
    'outputSchema: {count: {type: INT}, name: {type: STRING}, ok: {type: BOOLEAN}}',
    'timeout: 300s',
  ])('has the common property %s', (property) =>
    expectValid(
      flow('x', `inputs: [{id: on, type: BOOLEAN}]\ntasks:\n  - {id: t, ${shell}, commands: [date], ${property}}`),
    ),
  );

  it.each([
    ['core.shell.Shell', 'commands: [date]'],
    ['scripts.python.Script', 'dependencies: [pandas], script: "print(1)", outputFiles: ["*.csv"]'],
    ['docker.run', 'containerImage: alpine, commands: [date], volumes: [{hostPath: data, path: /data}], timeout: 60s'],
    ['core.rosbag.LoadById', 'ids: drive-1'],
    ['core.http.Request', 'url: "https://example.com", method: POST, headers: {accept: text/plain}, body: x'],
    ['core.log.Log', 'message: Hello'],
    ['core.flow.Subflow', 'flowId: other, namespace: spec, inputs: {a: b}'],
  ])('has the type dev.vendor.plugin.%s', (type, properties) =>
    expectValid(flow('x', `tasks:\n  - {id: t, type: dev.vendor.plugin.${type}, ${properties}}`)),
  );

  it.each([
    ['{{ inputs.user-name }}', '${USER_NAME}'],
    ['{{ inputs.robotId }}', '${ROBOT_ID}'],
    ['{{ variables.Region }}', '${Region}'],
    ['{{ task_outputs.before.count }}', '${TASK_BEFORE_COUNT}'],
  ])('transpiles %s to %s', async (expression, transpiled) => {
    const source = flow(
      'x',
      `inputs: [{id: user-name, type: STRING}, {id: robotId, type: STRING}]\nvariables: {Region: eu}\ntasks:
  - {id: before, ${shell}, commands: ["echo '{\\"count\\": 1}'"], outputSchema: {count: {type: INT}}}
  - {id: t, ${shell}, commands: ['echo "${expression}"']}`,
    );
    const { text } = await spec
      .post('/transpiler/convert/jenkins')
      .set('Content-Type', 'application/x-yaml')
      .send(source)
      .expect(200);
    expect(text).toContain(`echo "${transpiled}"`);
  });

  it('a reference to a later task is an error', () =>
    expectInvalid(
      flow(
        'x',
        `tasks:\n  - {id: a, ${log}, message: "{{ task_outputs.b.n }}"}\n  - {id: b, ${shell}, commands: [date], outputSchema: {n: {type: INT}}}`,
      ),
      'forward-reference',
    ));

  it('the two variables of the recordings have the prefix', () =>
    expectValid(
      flow(
        'x',
        `tasks:\n  - {id: load, type: dev.vendor.plugin.core.rosbag.LoadById, ids: a}\n  - {id: use, ${log}, message: "{{ variables.VENDOR_ROSBAGS_DIR }} {{ variables.VENDOR_ROSBAGS_MANIFEST_PATH }}"}`,
      ),
    ));
});

describe('Output', () => {
  it('has id, type, value and an optional description', () =>
    expectValid(
      flow(
        'x',
        `tasks:\n  - {id: t, ${shell}, commands: [date], outputSchema: {n: {type: INT}}}\noutputs:\n  - {id: n, type: INT, value: "{{ task_outputs.t.n }}", description: How many}`,
      ),
    ));
  it.each(['id: n, type: INT', 'type: INT, value: "1"', 'id: n, value: "1"'])(
    'needs the others: {%s} is incomplete',
    (output) => expectInvalid(flow('x', `outputs: [{${output}}]`), 'missing-property'),
  );
});
