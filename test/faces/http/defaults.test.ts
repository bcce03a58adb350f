import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Response, type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

const everyDefault = readFileSync(
  join(import.meta.dirname, '../../spec/dialect/every-default.yaml'),
  'utf8',
).replaceAll('dev.acme.', 'dev.vendor.');
const plain = 'correct-horse/battery';
const flow = (id: string, inputs: string, { log = 'hello', namespace = 'examples', more = '' } = {}): string =>
  plannedFlow({ tasks: [{ path: 'greet', log }] }, { id, more: `inputs: ${inputs}\n${more}` }).replace(
    'namespace: examples',
    `namespace: ${namespace}`,
  );
const calls = (id: string, namespace = 'examples'): string =>
  `errors:\n  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: ${namespace}, flowId: ${id}}\n`;

let running: RunningGateway;
const app = () => running.gateway.app;
const asAda = (call: Test) => call.set('x-oidc-sub', 'ada');
const parametersOf = ({ body }: Response): Readonly<Record<string, string>> => {
  const build = running.jenkins.builds().find(({ parameters }) => parameters['FLOWGATE_EXECUTION_ID'] === body.id);
  return build?.parameters ?? {};
};

beforeAll(async () => {
  running = await startRunningGateway();
  await running.store(
    flow('plain', `[{id: token, type: SECRET, defaults: ${plain}, prefill: ${plain}}]`, {
      log: 'as it is: ${secret.TOKEN}',
    }),
  );
  await running.store(
    flow('named', '[{id: token, type: SECRET, defaults: "credential:shared-token"}]', {
      log: 'as it is: ${secret.TOKEN}',
    }),
  );
  await running.store(
    flow(
      'unlisted',
      '[{id: token, type: SECRET, defaults: "credential:other-token"}, {id: mode, type: STRING, required: false}]',
    ),
  );
  await running.store(flow('calling-quietly', '[]', { more: calls('plain') }));
  await running.store(flow('calling', '[]', { log: `as it is: ${plain}`, more: calls('plain') }));
});
afterAll(() => running.stop());

describe('a flow with a default for every type', () => {
  it('is valid, and its schema describes the allowed values', async () => {
    const { body } = await request(app())
      .post('/flows/validate')
      .set('Content-Type', 'application/x-yaml')
      .send(everyDefault)
      .expect(200);
    expect({
      valid: body.valid,
      errors: body.errors,
      codes: body.warnings.map(({ code }: { code: string }) => code),
    }).toEqual({ valid: true, errors: [], codes: ['unused-input', 'unused-input'] });
    await running.store(everyDefault);
    const { properties, required } = (
      await request(app()).get('/flows/dialect.defaults/every-default/schema').expect(200)
    ).body;
    expect(required).toEqual([]);
    expect(properties).toMatchObject({
      tags: { default: [] },
      weights: { default: 'https://models.example/weights.bin' },
      settings: { default: { a: 1 } },
    });
    expect(properties.token).not.toHaveProperty('default');
    const validation = (inputs: object) =>
      asAda(request(app()).post('/flows/dialect.defaults/every-default/validate-inputs')).send({ inputs });
    expect((await validation({})).body).toEqual({ valid: true, errors: [] });
    expect((await validation({ tags: [], weights: 'https://models.example/weights.bin' })).body).toEqual({
      valid: true,
      errors: [],
    });
    expect((await validation({ weights: 'https://elsewhere.example/weights.bin' })).body.valid).toBe(false);
  });
});

describe('the plain default of a secret', () => {
  const everywhere = [
    '/flows/examples/plain/schema',
    '/flows/examples/plain/jenkinsfile',
    '/flows/examples/calling-quietly/jenkinsfile',
    '/flows?q=plain',
    '/executions',
    '/audit',
  ];

  it('is used, and masked everywhere', async () => {
    for (const id of ['plain', 'calling']) {
      const started = await running.run({}, { flow: id }).then((answer) => answer);
      expect([started.status, started.text.includes(plain)]).toEqual([202, false]);
      await running.until(started.body.id, 'SUCCESS');
      const [parameter, value] =
        id === 'plain' ? ['FLOWGATE_SECRET_TOKEN', '****'] : ['FLOWGATE_DEFAULT_1_TOKEN', undefined];
      // The value has one form that Jenkins would not mask.
      expect(parametersOf(started)[parameter]).toBe(
        `flowgate-${started.body.id}-${parameter.toLowerCase().replaceAll('_', '-')}.1`,
      );
      expect(started.body.inputs.token).toBe(value);
      expect((await request(app()).get(`/executions/${started.body.id}/logs`)).text).toContain('as it is: ****');
      expect(running.jenkins.job(`/job/flows/job/examples/job/${id}`)?.config).toContain(parameter);
    }
    for (const path of everywhere)
      expect([path, (await asAda(request(app()).get(path)).expect(200)).text.includes(plain)]).toEqual([path, false]);
    expect(running.jenkins.job('/job/flows/job/examples/job/plain')?.config).not.toContain(plain);
    expect(JSON.stringify([running.jenkins.requests, running.gateway.log])).not.toContain(plain);
    expect([...running.jenkins.secrets('/job/flows/job/examples').keys()]).toEqual([]);
  });

  it('appears only in the source, which is returned unchanged', async () => {
    const { body } = await request(app()).get('/flows/examples/plain').expect(200);
    expect(body.definition.inputs).toEqual([{ id: 'token', type: 'SECRET', defaults: '****', prefill: '****' }]);
    expect(body.source).toContain(plain);
    expect(JSON.stringify({ ...body, source: '' })).not.toContain(plain);
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining(['secret-default']));
    const named = await request(app()).get('/flows/examples/named').expect(200);
    expect(named.body.definition.inputs[0].defaults).toBe('credential:shared-token');
    const sentBack = await asAda(request(app()).put('/flows/examples/plain')).send(body.definition).expect(422);
    expect(sentBack.body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'invalid-default',
      'invalid-default',
    ]);
  });

  it('is used again in a replay, while a secret from the request is not stored', async () => {
    const replay = (id: string) => asAda(request(app()).post(`/executions/${id}/replay`)).send({});
    const { body } = await running.run({}, { flow: 'plain' });
    await running.until(body.id, 'SUCCESS');
    const again = await replay(body.id).expect(202);
    await running.until(again.body.id, 'SUCCESS');
    expect(again.body).not.toHaveProperty('defaulted');
    const given = await running.run({ inputs: { token: 'another one' } }, { flow: 'plain' });
    await running.until(given.body.id, 'SUCCESS');
    expect((await replay(given.body.id).expect(422)).body.errors).toEqual([
      { input_id: 'token', message: 'Secrets are not stored; provide the value again', provided_value: null },
    ]);
  });
});

describe('a default that names a credential', () => {
  it('is bound if the operator lists it', async () => {
    await running.gateway.jenkins?.createSecret('examples', 'shared-token', 'of Jenkins');
    const started = await running.run({}, { flow: 'named' });
    await running.until(started.body.id, 'SUCCESS');
    expect([started.body.inputs, parametersOf(started)['FLOWGATE_SECRET_TOKEN']]).toEqual([
      { token: 'credential:shared-token' },
      'shared-token',
    ]);
    expect(running.jenkins.job('/job/flows/job/examples/job/named')?.config).toContain(
      '<defaultValue>shared-token</defaultValue>',
    );
  });

  it('is rejected if the operator does not list it', async () => {
    const { body } = await running.run({}, { flow: 'unlisted' });
    expect(body.errors).toEqual([
      {
        input_id: 'token',
        message: 'Value names a credential that the namespace examples may not use',
        provided_value: null,
      },
    ]);
    expect((await running.run({ inputs: { token: 'given text' } }, { flow: 'unlisted' })).status).toBe(202);
  });

  it('is checked for the namespace of the called flow', async () => {
    await running.store(
      flow('child', '[{id: token, type: SECRET, defaults: "credential:shared-token"}]', { namespace: 'elsewhere' }),
    );
    await running.store(flow('calling-named', '[]', { more: calls('named') }));
    await running.store(flow('calling-child', '[]', { more: calls('child', 'elsewhere') }));
    expect((await running.run({}, { flow: 'calling-named' })).status).toBe(202);
    const rejected = await running.run({}, { flow: 'calling-child' });
    expect([rejected.status, rejected.body.type, rejected.body.errors[0].code]).toEqual([
      422,
      expect.stringContaining('flow-invalid'),
      'invalid-default',
    ]);
    expect(rejected.body.detail).toContain('that the namespace elsewhere may not use');
  });
});

describe('the default of a file', () => {
  const url = 'https://models.example/weights.bin?version=2';
  const inputs = (defaults: string): string => `[{id: weights, type: FILE, defaults: "${defaults}"}]`;
  const check =
    'checks:\n  - {condition: "inputs.weights matches \'^weights.bin$\'", message: "Not {{ inputs.weights }}", behavior: CREATE_EXECUTION}\n';

  it('is downloaded by the agent, even without a public URL of Flowgate', async () => {
    await running.store(flow('file', inputs(url), { more: check }));
    const started = await running.run({}, { flow: 'file' });
    expect(started.body).toMatchObject({ inputs: { weights: url }, messages: [] });
    await running.until(started.body.id, 'SUCCESS');
    expect(parametersOf(started)).toMatchObject({ WEIGHTS: url, FLOWGATE_INPUTS: JSON.stringify({ weights: url }) });
    expect(parametersOf(started)['FLOWGATE_FILE_WEIGHTS'] ?? '').toBe('');
  });

  it('is accepted as a value, but other URLs are not', async () => {
    expect((await running.run({ inputs: { weights: url } }, { flow: 'file' })).status).toBe(202);
    const { body } = await running.run({ inputs: { weights: 'file:///etc/passwd' } }, { flow: 'file' });
    expect(body.errors).toEqual([
      {
        input_id: 'weights',
        message: 'Value must be the reference that an upload returned; found "file:///etc/passwd"',
        provided_value: 'file:///etc/passwd',
      },
    ]);
  });

  it('comes from the replayed revision', async () => {
    const { body } = await running.run({}, { flow: 'file' });
    await running.until(body.id, 'SUCCESS');
    await running.store(flow('file', inputs('file:///data/other.bin'), { more: check }));
    const again = await asAda(request(app()).post(`/executions/${body.id}/replay`))
      .send({ revision: 2 })
      .expect(202);
    expect(again.body).toMatchObject({
      inputs: { weights: 'file:///data/other.bin' },
      messages: [{ message: 'Not other.bin', style: 'INFO' }],
    });
    const same = await asAda(request(app()).post(`/executions/${body.id}/replay`))
      .send({})
      .expect(202);
    expect(same.body.inputs).toEqual({ weights: url });
  });
});
