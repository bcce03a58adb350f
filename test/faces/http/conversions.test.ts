import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
const path = '/flows/examples/hello';

beforeAll(async () => {
  gateway = await startTestGateway();
  await request(gateway.app)
    .post('/flows')
    .set('x-oidc-sub', 'ada')
    .set('Content-Type', 'text/yaml')
    .send(flowText())
    .expect(201);
});
afterAll(() => gateway.stop());

describe('inputs', () => {
  it('have a JSON Schema', async () => {
    const { body } = await request(gateway.app).get(`${path}/schema`).expect(200);
    expect(body).toMatchObject({
      type: 'object',
      properties: { user_name: { type: 'string', maxLength: 40, default: 'World', pattern: '^[A-Z]' } },
      required: [],
    });
  });

  it('accepts valid values', async () => {
    const { body } = await request(gateway.app)
      .post(`${path}/validate-inputs`)
      .send({ inputs: { user_name: 'Ada' } })
      .expect(200);
    expect(body).toEqual({ valid: true, errors: [] });
  });

  it('reports every violation', async () => {
    const { body } = await request(gateway.app)
      .post(`${path}/validate-inputs`)
      .send({ inputs: { user_name: 'ada', nope: 1 } })
      .expect(200);
    expect(body).toMatchObject({
      valid: false,
      errors: [
        { input_id: 'user_name', message: 'Value does not match pattern: ^[A-Z]', provided_value: 'ada' },
        { input_id: 'nope', provided_value: 1 },
      ],
    });
  });

  it.each([[{}], [{ inputs: [] }], [{ inputs: null }], [{ inputs: {}, other: 1 }], [[]]])(
    'rejects the body %j',
    async (body) => {
      expect((await request(gateway.app).post(`${path}/validate-inputs`).send(body).expect(400)).body.type).toBe(
        'urn:flowgate:problem:invalid-request',
      );
    },
  );
});

describe('recordings without a service', () => {
  const load = {
    id: 'load',
    namespace: 'examples',
    description: 'Loads.',
    tasks: [{ id: 'load', type: 'dev.vendor.plugin.core.rosbag.LoadById', ids: 'drive-1' }],
  };
  const codesOf = async (app: TestGateway['app'], flow: object) => {
    const convertible = await request(app).post('/transpiler/convert/jenkins/validate').send(flow).expect(200);
    const valid = await request(app)
      .post('/flows/validate')
      .set('Content-Type', 'application/x-yaml')
      .send(JSON.stringify(flow))
      .expect(200);
    return [convertible.body.warnings, valid.body.warnings].map((warnings: { code: string }[]) =>
      warnings.map(({ code }) => code),
    );
  };

  it('cause a warning in both kinds of validation', async () => {
    expect(await codesOf(gateway.app, load)).toEqual([['rosbag-without-service'], ['rosbag-without-service']]);
    const large = { ...load, description: 'long '.repeat(4_000) }; // large enough to be checked in another thread
    expect(await codesOf(gateway.app, large)).toEqual([['rosbag-without-service'], ['rosbag-without-service']]);
    const other = await startTestGateway({ taskSettings: { FLOWGATE_ROSBAG_URL: 'https://recordings.example' } });
    expect([await codesOf(other.app, load), await codesOf(other.app, large)]).toEqual([
      [[], []],
      [[], []],
    ]);
    await other.stop();
  });
});

describe('conversion', () => {
  const convert = (text: string) =>
    request(gateway.app).post('/transpiler/convert/jenkins').set('Content-Type', 'application/x-yaml').send(text);

  it('returns text, or JSON according to Accept', async () => {
    const text = await convert(flowText()).expect(200);
    expect(text.type).toBe('text/plain');
    expect(text.text).toContain('pipeline');
    const json = await convert(flowText()).set('Accept', 'application/json').expect(200);
    expect(json.body).toEqual({ jenkinsfile: text.text, warnings: [] });
  });

  it('rejects a flow with errors', async () => {
    expect((await convert('id: x').expect(422)).body.errors).toContainEqual(
      expect.objectContaining({ code: 'missing-property' }),
    );
  });

  it('converts a stored revision', async () => {
    const { text } = await request(gateway.app).get(`${path}/jenkinsfile?revision=1`).expect(200);
    expect(text).toContain('examples');
    await request(gateway.app).get(`${path}/jenkinsfile?revision=2`).expect(404);
  });

  it('reports tasks that cannot be converted', async () => {
    const flow = {
      id: 'x',
      namespace: 'a',
      description: 'd',
      tasks: [
        { id: 'good', type: 'dev.vendor.plugin.core.log.Log', message: 'm' },
        { id: 'odd', type: 'dev.vendor.plugin.core.log.Lug', message: 'm' },
        { id: 'bad', type: 'dev.vendor.plugin.core.log.Log' },
      ],
    };
    const { body } = await request(gateway.app).post('/transpiler/convert/jenkins/validate').send(flow).expect(200);
    expect(body).toMatchObject({
      convertible: false,
      totalTasks: 3,
      validTasks: 1,
      unsupportedTasks: [{ task_id: 'odd', type: 'dev.vendor.plugin.core.log.Lug' }],
      warnings: [{ code: 'missing-property', path: '/tasks/2' }],
    });
  });

  it('checks valid flows, and documents that are not flows', async () => {
    const check = (text: string) =>
      request(gateway.app)
        .post('/transpiler/convert/jenkins/validate')
        .set('Content-Type', 'text/yaml')
        .send(text)
        .expect(200);
    expect((await check(flowText())).body).toEqual({
      convertible: true,
      totalTasks: 1,
      validTasks: 1,
      unsupportedTasks: [],
      warnings: [],
    });
    expect((await check('[')).body).toMatchObject({
      convertible: false,
      totalTasks: 0,
      warnings: [{ code: 'yaml-syntax' }],
    });
  });
});

describe('task types', () => {
  it('are listed with schema and examples', async () => {
    const { body } = await request(gateway.app).get('/transpiler/plugins').expect(200);
    const types = body.plugins.map(({ type }: { type: string }) => type);
    expect(types).toContain('dev.vendor.plugin.core.shell.Shell');
    expect(types).toEqual(types.toSorted());
  });

  it('are found by name or alias, with a suggestion for an unknown name', async () => {
    expect(
      (await request(gateway.app).get('/transpiler/plugins/dev.vendor.plugin.core.shell.Commands').expect(200)).body
        .type,
    ).toBe('dev.vendor.plugin.core.shell.Shell');
    expect(
      (await request(gateway.app).get('/transpiler/plugins/dev.vendor.plugin.core.shell.Shel').expect(404)).body.detail,
    ).toContain('core.shell.Shell');
  });
});
