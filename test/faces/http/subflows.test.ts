import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(() => gateway.redis.redis.flushall());
afterAll(() => gateway.stop());

const send = (method: 'post' | 'put', path: string, text: string) =>
  request(gateway.app)[method](path).set('x-oidc-sub', 'ada').set('Content-Type', 'application/x-yaml').send(text);
const create = (text: string) => send('post', '/flows', text);
const validate = (text: string) => send('post', '/flows/validate', text);
const subflowsOf = (path: string) => request(gateway.app).post(`/flows/${path}/validate-subflows`).expect(200);
const dependenciesOf = (path: string) => request(gateway.app).get(`/flows/${path}/dependencies`).expect(200);

/** A flow that calls others, each `namespace/id` or `namespace/id@revision`, with additional lines. */
function caller(name: string, calls: readonly string[], { more = '', task = '' } = {}): string {
  const [namespace, id] = name.split('/');
  const tasks = calls.map((called, index) => {
    const [, space, flowId, revision] = /^(.*)\/([^@]*)@?(.*)$/.exec(called) ?? [];
    return `  - id: call_${index + 1}\n    type: dev.vendor.plugin.core.flow.Subflow\n    namespace: ${space}\n    flowId: ${flowId}\n${revision ? `    revision: ${revision}\n` : ''}${task}`;
  });
  const log = '  - {id: say, type: dev.vendor.plugin.core.log.Log, message: hello}\n';
  return `id: ${id}\nnamespace: ${namespace}\ndescription: Calls others.\n${more}tasks:\n${tasks.join('')}${log}`;
}

const child = `id: build
namespace: ci
description: Builds.
inputs:
  - {id: service, type: STRING, pattern: '^[a-z]+$'}
  - {id: count, type: INT, max: 9, defaults: 1}
  - {id: token, type: SECRET, required: false}
  - {id: modes, type: MULTISELECT, values: [fast, safe], required: false}
tasks:
  - id: make
    type: dev.vendor.plugin.core.shell.Shell
    commands: ['echo "{{ inputs.service }} {{ inputs.count }} {{ inputs.modes }}"']
outputs:
  - {id: image, type: STRING, value: "registry/{{ inputs.service }}"}
`;

const calling = (inputs: string, more = '') =>
  caller('apps/deliver', ['ci/build'], {
    task: `    inputs: ${inputs}\n`,
    more: `inputs:\n  - {id: word, type: STRING}\n  - {id: number, type: INT}\n  - {id: key, type: SECRET}\n${more}`,
  });

const codesOf = (problems: readonly { code: string; path: string }[]) =>
  problems.map(({ code, path }) => `${code} ${path}`).filter((text) => !text.startsWith('unused-input'));

describe('a call', () => {
  it('of a flow that does not exist yet is a warning, and works once the flow exists', async () => {
    const { body } = await create(
      caller('apps/deliver', ['ci/build'], { task: '    inputs: {service: shop}\n' }),
    ).expect(201);
    expect(body.warnings).toMatchObject([
      { code: 'subflow-not-found', severity: 'warning', path: '/tasks/0/flowId', line: 8 },
    ]);
    expect((await subflowsOf('apps/deliver')).body).toMatchObject({
      valid: true,
      errors: [],
      warnings: [{ code: 'subflow-not-found' }],
      subflows: [{ task_id: 'call_1', namespace: 'ci', flow_id: 'build', exists: false }],
    });
    await create(child).expect(201);
    expect((await subflowsOf('apps/deliver')).body).toEqual({
      valid: true,
      errors: [],
      warnings: [],
      subflows: [{ task_id: 'call_1', namespace: 'ci', flow_id: 'build', revision: 1, exists: true, valid: true }],
    });
  });

  it.each([
    ['{service: shop, count: 3, modes: [fast], token: "{{ inputs.key }}"}', []],
    ['{service: "{{ inputs.word }}", count: "{{ inputs.number }}"}', []],
    ['{service: "x{{ inputs.word }}", count: "4", modes: \'["safe"]\'}', []],
    ['{}', ['subflow-missing-input /tasks/0']],
    ['{service: null}', ['subflow-missing-input /tasks/0/inputs']],
    ['{service: shop, cuont: 3}', ['subflow-unknown-input /tasks/0/inputs/cuont']],
    ['{service: Shop}', ['invalid-value /tasks/0/inputs/service']],
    ['{service: 3}', ['type-mismatch /tasks/0/inputs/service']],
    ['{service: shop, count: 10}', ['invalid-value /tasks/0/inputs/count']],
    ['{service: shop, count: many}', ['type-mismatch /tasks/0/inputs/count']],
    ['{service: shop, count: "{{ inputs.word }}"}', ['type-mismatch /tasks/0/inputs/count']],
    ['{service: shop, modes: [slow]}', ['invalid-value /tasks/0/inputs/modes']],
    ['{service: shop, modes: fast}', ['type-mismatch /tasks/0/inputs/modes']],
    ['{service: shop, token: "{{ inputs.word }}"}', ['type-mismatch /tasks/0/inputs/token']],
    ['{service: shop, token: secret}', ['type-mismatch /tasks/0/inputs/token']],
    ['{service: "{{ inputs.key }}"}', ['type-mismatch /tasks/0/inputs/service']],
  ])('with the inputs %s', async (inputs, expected) => {
    await create(child).expect(201);
    const { body } = await validate(calling(inputs)).expect(200);
    expect(codesOf(body.errors)).toEqual(expected);
    expect(body.valid).toBe(expected.length === 0);
    await create(calling(inputs)).expect(expected.length === 0 ? 201 : 422);
  });

  it('omits an input that is named like a property of every object', async () => {
    await create(child.replace('tasks:', '  - {id: toString, type: INT, required: false}\ntasks:')).expect(201);
    await create(calling('{service: shop}')).expect(201);
    await request(gateway.app).get('/flows/apps/deliver/jenkinsfile').expect(200);
  });

  it('accepts outputs of other calls according to their types', async () => {
    await create(child).expect(201);
    const second =
      '  - {id: next, type: dev.vendor.plugin.core.flow.Subflow, namespace: ci, flowId: build, inputs: {service: "{{ task_outputs.call_1.image }}", count: "{{ task_outputs.call_1.image }}"}}\n';
    expect(codesOf((await validate(`${calling('{service: shop}')}${second}`)).body.errors)).toEqual([
      'type-mismatch /tasks/2/inputs/count',
    ]);
  });

  it('is rejected when the other flow is disabled, and kept while it is deleted', async () => {
    await create(child).expect(201);
    await create(calling('{service: shop}')).expect(201);
    await send('put', '/flows/ci/build', `${child}disabled: true\n`).expect(200);
    expect((await subflowsOf('apps/deliver')).body).toMatchObject({
      valid: false,
      errors: [{ code: 'subflow-disabled', path: '/tasks/0/flowId' }],
      subflows: [{ valid: false }],
    });
    await request(gateway.app).get('/flows/apps/deliver/jenkinsfile').expect(422);
    await request(gateway.app).delete('/flows/ci/build').set('x-oidc-sub', 'ada').expect(204);
    expect((await subflowsOf('apps/deliver')).body).toMatchObject({
      valid: true,
      warnings: [{ code: 'subflow-not-found', message: 'The flow ci/build was deleted.' }],
    });
  });

  it('of a revision uses that revision', async () => {
    await create(child).expect(201);
    await send('put', '/flows/ci/build', child.replace('max: 9', 'max: 2')).expect(200);
    const text = (called: string) =>
      caller('apps/deliver', [called], { task: '    inputs: {service: shop, count: 5}\n' });
    expect(codesOf((await validate(text('ci/build@1'))).body.errors)).toEqual([]);
    expect(codesOf((await validate(text('ci/build'))).body.errors)).toEqual(['invalid-value /tasks/0/inputs/count']);
    expect(codesOf((await validate(text('ci/build@3'))).body.warnings)).toEqual([
      'subflow-not-found /tasks/0/revision',
    ]);
  });

  it('does not show a secret output of the other flow in an output of another type', async () => {
    await create(`${child}  - {id: pass, type: SECRET, value: "{{ inputs.service }}"}\n`).expect(201);
    const passedOn = async (type: string, value: string) =>
      codesOf(
        (await validate(calling('{service: shop}', `outputs:\n  - {id: result, type: ${type}, value: "${value}"}\n`)))
          .body.errors,
      );
    const pass = '{{ task_outputs.call_1.pass }}';
    expect(await passedOn('STRING', pass)).toEqual(['type-mismatch /outputs/0/value']);
    expect(await passedOn('STRING', `with ${pass}`)).toEqual(['type-mismatch /outputs/0/value']);
    expect(await passedOn('SECRET', `with ${pass}`)).toEqual([]);
    const declared = calling('{service: shop}\n    outputSchema: {pass: {type: STRING}}');
    expect(codesOf((await validate(declared)).body.errors)).toEqual(['type-mismatch /tasks/0/outputSchema/pass']);
  });

  it('has the outputs that the other flow has', async () => {
    await create(child).expect(201);
    const text = (field: string, schema = '') =>
      calling(
        `{service: shop}${schema}`,
        `outputs:\n  - {id: result, type: STRING, value: "{{ task_outputs.call_1.${field} }}"}\n`,
      );
    expect(codesOf((await validate(text('image'))).body.errors)).toEqual([]);
    expect((await validate(text('imgae'))).body.errors).toMatchObject([
      { code: 'undeclared-output', path: '/outputs/0/value', message: expect.stringContaining('"image"') },
    ]);
    expect(codesOf((await validate(text('image', '\n    outputSchema: {image: {type: INT}}'))).body.errors)).toContain(
      'type-mismatch /tasks/0/outputSchema/image',
    );
    expect(codesOf((await validate(text('other', '\n    outputSchema: {other: {type: STRING}}'))).body.errors)).toEqual(
      ['undeclared-output /tasks/0/outputSchema/other'],
    );
    const { text: jenkinsfile } = await send('post', '/transpiler/convert/jenkins', text('image')).expect(200);
    expect(jenkinsfile).toContain('TASK_CALL_1_IMAGE');
  });
});

describe('a graph of calls', () => {
  it('must not contain cycles, which are reported', async () => {
    await create(caller('a/one', ['b/two'])).expect(201);
    await create(caller('b/two', ['c/three'])).expect(201);
    const { body } = await create(caller('c/three', ['a/one'])).expect(422);
    expect(body.errors).toMatchObject([
      {
        code: 'subflow-cycle',
        path: '/tasks/0/flowId',
        message: expect.stringContaining('c/three -> a/one -> b/two -> c/three'),
      },
    ]);
    await create(caller('d/self', ['d/self'])).expect(422);
    expect((await validate(caller('e/any', ['d/none', 'e/any']))).body.errors).toMatchObject([
      { code: 'subflow-cycle', path: '/tasks/1/flowId' },
    ]);
  });

  it('is at most ten levels deep', async () => {
    for (let level = 10; level >= 1; level -= 1)
      await create(caller(`deep/l${level}`, level === 10 ? [] : [`deep/l${level + 1}`])).expect(201);
    expect(codesOf((await create(caller('deep/l0', ['deep/l1'])).expect(201)).body.warnings)).toEqual([]);
    expect(codesOf((await create(caller('deep/top', ['deep/l0'])).expect(422)).body.errors)).toEqual([
      'subflow-cycle /tasks/0/flowId',
    ]);
  });

  it('is limited by the number of inlined tasks', async () => {
    // Each level calls the next one three times: 1 + 3 + 9 + ... times two tasks.
    for (let level = 6; level >= 1; level -= 1)
      await create(
        caller(`wide/l${level}`, level === 6 ? [] : Array.from({ length: 3 }, () => `wide/l${level + 1}`)),
      ).expect(201);
    const { body } = await create(
      caller(
        'wide/l0',
        Array.from({ length: 3 }, () => 'wide/l1'),
      ),
    ).expect(422);
    expect(codesOf(body.errors)).toEqual(['jenkinsfile-too-large /tasks/0/flowId']);
  });

  it('reports problems of nested calls at the call that leads there', async () => {
    await create(child).expect(201);
    await create(calling('{service: shop, count: 5}')).expect(201);
    await send('put', '/flows/ci/build', child.replace('max: 9', 'max: 2')).expect(200);
    const { body } = await validate(
      caller('top/all', ['apps/deliver'], { task: '    inputs: {word: w, number: 1}\n' }),
    ).expect(200);
    expect(body.errors).toContainEqual(
      expect.objectContaining({
        code: 'invalid-value',
        path: '/tasks/0/flowId',
        message: expect.stringContaining('In apps/deliver, task "call_1"'),
      }),
    );
  });

  it('is returned in both directions, and follows every change', async () => {
    await create(caller('a/top', ['b/middle', 'b/middle'])).expect(201);
    await create(caller('b/middle', ['c/low'])).expect(201);
    const middle = (await dependenciesOf('b/middle')).body;
    expect(middle).toMatchObject({
      calls: [{ namespace: 'c', id: 'low' }],
      calledBy: [{ namespace: 'a', id: 'top' }],
      truncated: false,
    });
    const top = (await dependenciesOf('a/top')).body;
    expect(top.nodes).toEqual([
      { namespace: 'a', id: 'top', exists: true, revision: 1 },
      { namespace: 'b', id: 'middle', exists: true, revision: 1 },
      { namespace: 'c', id: 'low', exists: false },
    ]);
    expect(top.edges).toHaveLength(2);
    await send('put', '/flows/a/top', caller('a/top', ['c/low'])).expect(200);
    expect((await dependenciesOf('b/middle')).body.calledBy).toEqual([]);
    await request(gateway.app).post('/flows/a/top/revisions/1/restore').set('x-oidc-sub', 'ada').expect(200);
    expect((await dependenciesOf('b/middle')).body.calledBy).toEqual([{ namespace: 'a', id: 'top' }]);
    await request(gateway.app).delete('/flows/a/top').set('x-oidc-sub', 'ada').expect(204);
    expect((await dependenciesOf('b/middle')).body.calledBy).toEqual([]);
    await request(gateway.app).get('/flows/a/top/dependencies').expect(404);
  });
});

describe('conversion', () => {
  it('inlines the latest revision of the flow', async () => {
    await create(child).expect(201);
    await create(calling('{service: shop}')).expect(201);
    const jenkinsfile = async () =>
      (await request(gateway.app).get('/flows/apps/deliver/jenkinsfile').expect(200)).text;
    expect(await jenkinsfile()).toContain('Flow ci/build, revision 1');
    await send('put', '/flows/ci/build', child.replace('Builds.', 'Builds it.')).expect(200);
    expect(await jenkinsfile()).toContain('Flow ci/build, revision 2');
  });

  it('counts an invalid call as an invalid task', async () => {
    await create(child).expect(201);
    const { body } = await send('post', '/transpiler/convert/jenkins/validate', calling('{}')).expect(200);
    expect(body).toMatchObject({ convertible: false, totalTasks: 2, validTasks: 1, unsupportedTasks: [] });
    expect(codesOf(body.warnings)).toEqual(['subflow-missing-input /tasks/0']);
    await send('post', '/transpiler/convert/jenkins', calling('{}')).expect(422);
  });
});

describe('the sample flows', () => {
  it('become one Jenkinsfile if one calls the other', async () => {
    const sample = (name: string) =>
      readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'flows', `${name}.yaml`), 'utf8');
    await create(sample('build-service')).expect(201);
    await create(sample('release')).expect(201);
    const { text } = await request(gateway.app).get('/flows/devops/release/jenkinsfile').expect(200);
    expect(text).toContain('Flow ci/build-service, revision 1');
    expect((await subflowsOf('devops/release')).body).toMatchObject({ valid: true, warnings: [] });
  });
});

describe('an import', () => {
  it('can contain flows that call each other, in any order', async () => {
    await create(child).expect(201);
    const stream = `${calling('{service: shop, extra: 1}')}---\n${child.replace('outputs:', 'XX').replace('tasks:', '  - {id: extra, type: INT}\ntasks:').replace('XX', 'outputs:')}`;
    const { body } = await send('post', '/import', stream).expect(200);
    expect(body.flows).toMatchObject([
      { outcome: 'created', errors: [] },
      { outcome: 'updated', revision: 2 },
    ]);
  });
});

it('finds calls inside blocks, in both directions', async () => {
  await create(child).expect(201);
  const text = caller('apps/blocks', []).replace(
    'tasks:\n',
    `tasks:
  - id: both
    type: dev.vendor.plugin.core.flow.Parallel
    tasks:
      - id: one
        type: dev.vendor.plugin.core.flow.If
        condition: "true"
        then:
          - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: ci, flowId: build, inputs: {service: Shop}}
`,
  );
  await create(text.replace('Shop', 'shop')).expect(201);
  const edge = { from: { namespace: 'apps', id: 'blocks' }, to: { namespace: 'ci', id: 'build' } };
  expect((await dependenciesOf('apps/blocks')).body).toMatchObject({ edges: [edge] });
  expect((await dependenciesOf('ci/build')).body).toMatchObject({ edges: [edge] });
  const { body } = await validate(text);
  expect(body.errors).toMatchObject([{ code: 'invalid-value', path: '/tasks/0/tasks/0/then/0/inputs/service' }]);
  expect((await subflowsOf('apps/blocks')).body).toMatchObject({
    valid: true,
    subflows: [{ task_id: 'call', flow_id: 'build', valid: true }],
  });
});

describe('a PUT that changes inputs', () => {
  const called = (inputs: string) =>
    `id: build\nnamespace: ci\ndescription: Builds.\ninputs: [${inputs}]\ntasks:\n  - {id: say, type: dev.vendor.plugin.core.log.Log, message: hello}\n`;
  const service = '{id: service, type: STRING, defaults: web}';
  const target = '{id: target, type: STRING}';
  const put = async (inputs: string) => {
    const { body } = await send('put', '/flows/ci/build', called(inputs)).expect(200);
    return body.warnings.filter(({ code }: { code: string }) => code === 'callers-left-behind');
  };

  it('names the stored callers that no longer fit, and those alone', async () => {
    await create(called(service)).expect(201);
    await create(calling('{service: api}')).expect(201);
    await create(caller('apps/pinned', ['ci/build@1'])).expect(201);
    await create(caller('apps/off', ['ci/build'], { task: '    disabled: true\n' })).expect(201);
    await create(caller('apps/twice', ['ci/build', 'ci/build'])).expect(201);
    expect(await put(`${service}, {id: more, type: STRING, required: false}`)).toEqual([]);
    expect(await put(`${service}, ${target}`)).toEqual([
      expect.objectContaining({
        path: '/inputs',
        line: 4,
        message:
          'ci/build requires a value for its input "target". Flows that call the latest revision and do not fit: apps/deliver (call_1), apps/twice (call_1, call_2).',
      }),
    ]);
    // They do not fit the revision before either.
    expect(await put(`${service}, ${target}, {id: note, type: STRING, required: false}`)).toEqual([]);
    expect(await put(target)).toMatchObject([
      { message: expect.stringMatching(/^ci\/build has no input "service"\..*apps\/deliver \(call_1\)\.$/) },
    ]);
  });

  it('names at most ten of many', async () => {
    await create(called(service)).expect(201);
    for (let index = 10; index < 22; index += 1) await create(caller(`apps/caller-${index}`, ['ci/build'])).expect(201);
    const [{ message }] = await put(target);
    expect(message).toContain('apps/caller-19 (call_1) and 2 more.');
    expect(message).not.toContain('caller-20');
  });

  it('names the presets without a value for it', async () => {
    await create(called(service)).expect(201);
    for (const name of ['fast', 'slow'])
      await request(gateway.app)
        .put(`/flows/ci/build/presets/${name}`)
        .set('x-oidc-sub', 'ada')
        .send({ inputs: { service: 'web' } })
        .expect(200);
    expect(await put(`${service}, ${target}`)).toMatchObject([
      { message: 'The input "target" is new and required. Presets that set no value for it: fast, slow.' },
    ]);
  });
});
