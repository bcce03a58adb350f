import { describe, expect, it } from 'vitest';
import { flow, log, startSpecGateway } from './spec-gateway.ts';

const spec = startSpecGateway();
const yaml = 'application/x-yaml';

describe('POST /flows/validate', () => {
  it('accepts YAML and returns valid, errors and warnings', async () => {
    expect(await spec.validate(flow('x'))).toEqual({ valid: true, errors: [], warnings: [] });
    expect(await spec.validate(flow('x', 'nope: 1'))).toMatchObject({
      valid: false,
      errors: [{ code: 'unknown-property' }],
      warnings: [],
    });
  });

  it.each(['', ' ', '[', 'just a text', '- a\n- list\n', '\t'])('returns valid: false for %j', async (text) => {
    const { valid, errors } = await spec.validate(text);
    expect({ valid, hasErrors: errors.length > 0 }).toEqual({ valid: false, hasErrors: true });
  });
});

describe('POST /flows', () => {
  it('creates the flow at revision 1 for the user of x-oidc-sub', async () => {
    expect(await spec.create('created', '')).toMatchObject({
      namespace: 'spec',
      id: 'created',
      revision: 1,
      createdBy: 'ada',
    });
  });
});

describe('GET /flows/{namespace}/{flow_id}/schema', () => {
  it('is an object with properties and the ids of required inputs', async () => {
    await spec.create(
      'schema',
      `inputs:
  - {id: name, type: STRING, min_length: 1, max_length: 9, pattern: "^a", defaults: abc}
  - {id: count, type: INT, min: 1, max: 5}
  - {id: any, type: INT, required: false}
`,
    );
    const { type, properties, required } = await spec.schema('schema');
    expect({ type, required }).toEqual({ type: 'object', required: ['count'] });
    expect(properties).toEqual({
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 9,
        pattern: '^a',
        default: 'abc',
        title: 'name',
        'x-input-type': 'STRING',
      },
      count: { type: 'integer', minimum: 1, maximum: 5, title: 'count', 'x-input-type': 'INT' },
      any: { type: 'integer', title: 'any', 'x-input-type': 'INT' },
    });
  });
});

describe('POST /flows/{namespace}/{flow_id}/validate-inputs', () => {
  it('rule 1: values that satisfy the definitions are valid, with an empty list', async () => {
    await spec.create('checked', 'inputs: [{id: name, type: STRING, pattern: "^[A-Z]"}, {id: count, type: INT}]');
    expect(await spec.validateInputs('checked', { name: 'Ada', count: 1 })).toEqual({ valid: true, errors: [] });
  });

  it('rule 2: one item per violation, with input_id, message and the value that was sent', async () => {
    const { valid, errors } = await spec.validateInputs('checked', { name: 'Ada', count: '1', typo: { a: 1 } });
    expect({ valid, errors }).toEqual({
      valid: false,
      errors: [
        { input_id: 'count', message: expect.any(String), provided_value: '1' },
        { input_id: 'typo', message: expect.any(String), provided_value: { a: 1 } },
      ],
    });
  });

  it('rule 3: the message of a pattern violation says that the value does not match, and names the pattern', async () => {
    expect((await spec.validateInputs('checked', { name: 'ada', count: 1 })).errors).toEqual([
      { input_id: 'name', message: 'Value does not match pattern: ^[A-Z]', provided_value: 'ada' },
    ]);
  });
});

describe('POST /transpiler/convert/jenkins/validate', () => {
  const check = async (tasks: object[]) =>
    (
      await spec
        .post('/transpiler/convert/jenkins/validate')
        .send({ id: 'x', namespace: 'spec', description: 'd', tasks })
        .expect(200)
    ).body;
  const say = { id: 'say', type: 'dev.vendor.plugin.core.log.Log', message: 'Hello' };

  it('accepts the flow as JSON and returns five fields', async () => {
    expect(await check([say])).toEqual({
      convertible: true,
      totalTasks: 1,
      validTasks: 1,
      unsupportedTasks: [],
      warnings: [],
    });
  });

  it('lists the tasks that are not supported', async () => {
    const body = await check([say, { id: 'odd', type: 'dev.vendor.plugin.none.Such' }]);
    expect(body).toMatchObject({
      convertible: false,
      totalTasks: 2,
      validTasks: 1,
      unsupportedTasks: [{ task_id: 'odd' }],
    });
  });
});

describe('Authentication', () => {
  it('creating a flow without x-oidc-sub returns 401', async () => {
    await spec.post('/flows').set('Content-Type', yaml).send(flow('nobody')).expect(401);
  });
});

describe('Errors', () => {
  it('are in the bodies of endpoints 1 and 4, with status 200', async () => {
    expect((await spec.validate('id: x')).errors.length).toBeGreaterThan(0);
    await spec.create('invalid', 'inputs: [{id: n, type: INT}]');
    expect((await spec.validateInputs('invalid', {})).errors).toMatchObject([{ input_id: 'n', provided_value: null }]);
  });
});

describe('Versioning', () => {
  const revise = (id: string) => spec.put(`/flows/spec/${id}`).set('x-oidc-sub', 'ada').set('Content-Type', yaml);

  it('rule 1: a new flow is stored at revision 1', async () => {
    expect(await spec.create('first', '')).toMatchObject({ revision: 1 });
  });

  it('rule 2: every later update creates a new revision, even one that changes nothing', async () => {
    await spec.create('second', '');
    expect((await revise('second').send(flow('second')).expect(200)).body).toMatchObject({ revision: 2 });
    expect(
      (
        await revise('second')
          .send(flow('second', `tasks: [{id: other, ${log}, message: Bye}]`))
          .expect(200)
      ).body,
    ).toMatchObject({ revision: 3 });
    const { body } = await spec.get('/flows/spec/second/revisions').expect(200);
    expect(body.revisions.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2, 1]);
  });
});
