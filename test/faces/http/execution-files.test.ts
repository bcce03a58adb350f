import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../../support/gateway.ts';
import { MiniJenkins } from '../../support/mini-jenkins.ts';
import { openPublicAddress, type PublicAddress } from '../../support/public-address.ts';
import { startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';
import { scriptOf } from '../../support/stand-in-jenkins/items.ts';

const content = Buffer.from([0, 1, 2, 255, 10, 13]);
const sha256 = createHash('sha256').update(content).digest('hex');

const flow = (id = 'takes', milliseconds = 20, namespace = 'examples') => `id: ${id}
namespace: ${namespace}
description: 'stand-in: {"tasks": [{"path": "show", "milliseconds": ${milliseconds}}]}'
inputs:
  - {id: dataset, type: FILE, required: false, max_size: 1KB, allowed_extensions: [csv]}
  - {id: count, type: INT, defaults: 1, max: 9}
  - {id: modes, type: MULTISELECT, values: [fast, slow], required: false}
  - {id: settings, type: JSON, required: false}
  - {id: token, type: SECRET, required: false}
checks:
  - {condition: "{{ inputs.dataset == null or inputs.dataset matches '^d' }}", message: Odd name.}
tasks:
  - {id: show, type: dev.vendor.plugin.core.shell.Shell, commands: ['cat "{{ inputs.dataset }}" > copy; echo "{{ inputs.count }} {{ inputs.modes }} {{ inputs.settings }} \${TOKEN-}"']}
`;

let address: PublicAddress;
let running: RunningGateway;
beforeAll(async () => {
  address = await openPublicAddress();
  running = await startRunningGateway({ publicUrl: address.url });
  address.serve(running.gateway.app);
  for (const source of [flow(), flow('lasts', 600_000), flow('takes', 20, 'elsewhere')]) await running.store(source);
});
afterAll(async () => {
  await running.stop();
  await address.close();
});

const app = () => running.gateway.app;
const form = (id = 'takes', actor = 'ada') =>
  request(app()).post(`/flows/examples/${id}/executions`).set('x-oidc-sub', actor);
const stored = () => readdirSync(running.gateway.filesFolder);
const errorsOf = ({ body }: Response): string[] =>
  body.errors.map((error: { input_id: string; message: string }) => `${error.input_id}: ${error.message}`);

async function upload(actor = 'ada', path = '/flows/examples/takes/files'): Promise<string> {
  const { body } = await request(app())
    .post(path)
    .set('x-oidc-sub', actor)
    .attach('dataset', content, 'data.csv')
    .expect(201);
  return body.files[0].reference;
}

describe('a form', () => {
  it('contains files, and values as strings', async () => {
    const { body } = await form()
      .attach('dataset', content, 'data.csv')
      .field('count', '3')
      .field('modes', '["slow"]')
      .field('settings', '{"a": [null]}')
      .field('labels', '{"reason": "test"}')
      .expect(202);
    expect(body).toMatchObject({
      inputs: {
        dataset: { filename: 'data.csv', size: 6, sha256 },
        count: 3,
        modes: ['slow'],
        settings: { a: [null] },
      },
      labels: { reason: 'test' },
    });
    expect(body).not.toHaveProperty('files');
    await running.until(body.id, 'SUCCESS');
  });

  it('can contain values as JSON, and a revision', async () => {
    const { body } = await form()
      .field('inputs', '{"count": 4, "settings": "text"}')
      .field('revision', '1')
      .expect(202);
    expect(body).toMatchObject({ revision: 1, inputs: { count: 4, settings: 'text' } });
    await running.until(body.id, 'SUCCESS');
  });

  it('ignores an empty file field', async () => {
    const { body } = await form()
      .attach('dataset', Buffer.alloc(0), { filename: '', contentType: 'application/octet-stream' })
      .expect(202);
    expect(body.inputs).toEqual({ count: 1 });
    await running.until(body.id, 'SUCCESS');
  });

  it('is rejected with all its violations, and its files are deleted', async () => {
    const before = stored();
    const answer = await form()
      .attach('dataset', Buffer.from('other'), 'data.csv')
      .field('count', 'many')
      .field('modes', '["last"]')
      .field('settings', '{')
      .field('nope', 'x')
      .field('token', 'abc')
      .expect(422);
    expect(errorsOf(answer)).toEqual([
      'count: Value must be an integer; found the string "many"',
      'modes: Item 1 must be one of fast or slow; found "last". Did you mean "fast"?',
      'settings: Value must be a JSON value; found the string "{"',
      'nope: Unknown input "nope".',
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('abc');
    expect(stored()).toEqual(before);
  });

  it.each<[string, (call: request.Test) => request.Test, number, string]>([
    [
      'a value in two ways',
      (call) => call.field('count', '1').field('inputs', '{"count": 2}'),
      422,
      'count: Only one value can be given',
    ],
    [
      'a value twice',
      (call) => call.field('count', '1').field('count', '2'),
      422,
      'count: Only one value can be given',
    ],
    [
      'a file and a reference',
      (call) => call.attach('dataset', content, 'd.csv').field('inputs', '{"dataset": "file:x"}'),
      422,
      'dataset: Only one value can be given',
    ],
    [
      'a file that is too large',
      (call) => call.attach('dataset', Buffer.alloc(1001), 'd.csv'),
      422,
      'dataset: The file must not be larger than 1 KB',
    ],
    [
      'a file for a number',
      (call) => call.attach('count', content, 'd.csv'),
      422,
      'count: Value must be an integer; found a file',
    ],
    ['what a check of the flow does not like', (call) => call.attach('dataset', content, 'x.csv'), 422, 'Odd name.'],
    [
      'inputs that are no object',
      (call) => call.field('inputs', '[1]'),
      400,
      'The form part inputs must be a JSON object',
    ],
    [
      'labels that are no texts',
      (call) => call.field('labels', '{"a": 1}'),
      400,
      'The form part labels must have strings of at most 500 characters as values',
    ],
    [
      'a text that is not UTF-8',
      (call) =>
        call
          .set('Content-Type', 'multipart/form-data; boundary=b')
          .send(
            Buffer.from(
              '--b\r\nContent-Disposition: form-data; name="count"\r\n\r\n\xe9\r\n--b--\r\n',
              'latin1',
            ) as never,
          ),
      400,
      'The form part count must be UTF-8, and must not contain the replacement character U+FFFD.',
    ],
    [
      'a revision that is none',
      (call) => call.field('revision', '0'),
      400,
      'The form part revision must be a positive integer',
    ],
  ])('is rejected with %s', async (_what, fill, status, detail) => {
    const before = stored();
    const { body } = await fill(form());
    expect(body).toMatchObject({ status, detail });
    expect(stored()).toEqual(before);
  });

  it('starts one execution per idempotency key', async () => {
    const send = (bytes: Buffer) => form().set('Idempotency-Key', 'form').attach('dataset', bytes, 'data.csv');
    const first = await send(content).expect(202);
    expect((await send(content).expect(202)).body.id).toBe(first.body.id);
    expect((await send(Buffer.from('other'))).body.type).toBe('urn:flowgate:problem:idempotency-conflict');
    await running.until(first.body.id, 'SUCCESS');
  });
});

describe('a reference', () => {
  it('refers to the uploaded file', async () => {
    const dataset = await upload();
    const { body } = await running.run({ inputs: { dataset } }, { flow: 'takes' });
    expect(body.inputs.dataset).toEqual({ filename: 'data.csv', size: 6, sha256 });
    await running.until(body.id, 'SUCCESS');
  });

  it('is valid only for its user and namespace, until it expires', async () => {
    const foreign = 'dataset: Value is not a file that you uploaded for the namespace examples in the last 24 hours';
    const run = (dataset: unknown) => running.run({ inputs: { dataset } as never }, { flow: 'takes' }); // any JSON
    expect(errorsOf(await run(await upload('eve')))).toEqual([foreign]);
    expect(errorsOf(await run(await upload('ada', '/flows/elsewhere/takes/files')))).toEqual([foreign]);
    expect(errorsOf(await run(`file:${'x'.repeat(32)}`))).toEqual([foreign]);
    const expired = await upload();
    await running.gateway.redis.redis.pexpire(`{flowgate}:upload:${expired}`, 0);
    const answer = await run(expired);
    expect(errorsOf(answer)).toEqual([foreign]);
    expect(answer.body.errors[0].provided_value).toBe(expired);
    expect(errorsOf(await run({ filename: 'a.csv', size: 1 }))).toEqual([
      'dataset: Value must be the reference of an upload; {filename, size} is only for checking whether a file would be accepted',
    ]);
    expect(errorsOf(await run({ filename: 'a.csv', size: 6, sha256 }))).toHaveLength(1);
  });

  it('is checked against the constraints of the input that it is used for', async () => {
    await running.store(
      `id: strict\nnamespace: examples\ndescription: Takes small files.\ninputs:\n  - {id: small, type: FILE, max_size: 5B, allowed_extensions: [txt]}\ntasks:\n  - {id: show, type: dev.vendor.plugin.core.shell.Shell, commands: ['cat "{{ inputs.small }}"']}\n`,
    );
    const small = await upload();
    const answer = await running.run({ inputs: { small } }, { flow: 'strict' });
    expect(errorsOf(answer)).toEqual([
      'small: The file must have the extension txt; found "data.csv"',
      'small: The file must have at most 5 bytes; found 6 bytes',
    ]);
    expect(answer.body.errors[0].provided_value).toBe(small);
  });
});

describe('the file of an execution', () => {
  it('is available only to the build, until the execution ends', async () => {
    const { body } = await form('lasts').attach('dataset', content, 'da ta.csv').field('token', 'a secret').expect(202);
    await running.until(body.id, 'RUNNING');
    const { parameters } = running.jenkins
      .builds()
      .find((build) => build.parameters.FLOWGATE_EXECUTION_ID === body.id)!;
    expect(JSON.parse(parameters.FLOWGATE_INPUTS ?? '')).toMatchObject({
      dataset: { filename: 'da ta.csv', name: 'da ta.csv', size: 6, sha256 },
    });
    expect(parameters.DATASET).toBe('da ta.csv');
    const credentials = Object.fromEntries(running.jenkins.secrets('/job/flows/job/examples'));
    const url = credentials[parameters.FLOWGATE_FILE_DATASET ?? ''] ?? '';
    expect(url).toMatch(new RegExp(`^${address.url}/files/${body.id}/dataset/[\\w-]{32}$`));

    const mini = new MiniJenkins();
    const build = await mini.run(scriptOf(running.jenkins.job('/job/flows/job/examples/job/lasts')!), {
      parameters,
      credentials,
    });
    expect(build).toMatchObject({ error: null, result: 'SUCCESS' });
    expect(readFileSync(join(build.workspace, 'copy'))).toEqual(content);
    mini.close();

    const path = url.slice(address.url.length);
    const answer = await request(app()).get(path).buffer(true).expect(200);
    expect(answer.headers).toMatchObject({
      'content-length': '6',
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="da ta.csv"',
    });
    expect(answer.body).toEqual(content);
    expect((await request(app()).head(path).expect(200)).headers['content-length']).toBe('6');
    const wrong = [
      path.slice(0, -1),
      path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      path.replace('dataset', 'count'),
      path.replace(/\/dataset\/.*/, '/token/a%20secret'),
      path.replace(body.id, '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    ];
    for (const other of wrong)
      expect((await request(app()).get(other)).body).toMatchObject({
        status: 404,
        type: 'urn:flowgate:problem:file-not-found',
      });

    const token = path.split('/').at(-1) ?? '';
    const keys = await running.gateway.redis.redis.keys('*');
    const dump = (await Promise.all(keys.map((key) => running.gateway.redis.redis.dumpBuffer(key))))
      .map(String)
      .join('');
    const config = scriptOf(running.jenkins.job('/job/flows/job/examples/job/lasts')!);
    for (const text of [
      dump,
      config,
      JSON.stringify(parameters),
      running.gateway.log.join(''),
      build.console,
      JSON.stringify(await running.read(body.id)),
    ])
      expect(text).not.toContain(token);

    await request(app()).post(`/executions/${body.id}/stop`).set('x-oidc-sub', 'ada').expect(202);
    await running.until(body.id, 'KILLED');
    await request(app()).get(path).expect(404);
    expect(running.jenkins.secrets('/job/flows/job/examples').size).toBe(0);
  });

  it('is available for a replay while it is stored', async () => {
    const { body } = await form().attach('dataset', Buffer.from('again'), 'data.csv').expect(202);
    await running.until(body.id, 'SUCCESS');
    const replay = (inputs = {}) =>
      request(app()).post(`/executions/${body.id}/replay`).set('x-oidc-sub', 'bob').send({ inputs });
    const same = await replay().expect(202);
    expect(same.body.inputs.dataset).toEqual(body.inputs.dataset);
    expect((await replay({ dataset: null }).expect(202)).body.inputs).not.toHaveProperty('dataset');
    expect((await replay({ dataset: await upload('bob') }).expect(202)).body.inputs.dataset.sha256).toBe(sha256);
    await running.until(same.body.id, 'SUCCESS');
    await running.gateway.redis.redis.hdel('{flowgate}:file-names', body.inputs.dataset.sha256);
    expect(errorsOf(await replay().expect(422))).toEqual(['dataset: The file has expired; upload it again']);
  });
});

it('without a public URL, an execution accepts all values except files', async () => {
  const gateway = await startTestGateway({
    jenkins: {
      url: running.jenkins.url,
      user: running.jenkins.user,
      token: running.jenkins.token,
      folder: 'flows',
      credentials: [],
    },
  });
  await request(gateway.app)
    .post('/flows')
    .set('x-oidc-sub', 'ada')
    .set('Content-Type', 'text/yaml')
    .send(flow())
    .expect(201);
  const run = () => request(gateway.app).post('/flows/examples/takes/executions').set('x-oidc-sub', 'ada');
  const rejected = await run().attach('dataset', content, 'data.csv').expect(409);
  expect(rejected.body).toMatchObject({
    type: 'urn:flowgate:problem:public-url-missing',
    detail: expect.stringContaining('FLOWGATE_PUBLIC_URL'),
  });
  const { body } = await request(gateway.app)
    .post('/flows/examples/takes/files')
    .set('x-oidc-sub', 'ada')
    .attach('dataset', content, 'data.csv')
    .expect(201);
  await run()
    .send({ inputs: { dataset: body.files[0].reference } })
    .expect(409);
  await run().field('count', '2').expect(202);
  const store = (id: string, files: string) =>
    request(gateway.app)
      .post('/flows')
      .set({ 'x-oidc-sub': 'ada', 'Content-Type': 'text/yaml' })
      .send(
        `id: ${id}
namespace: examples
description: Waits between two tasks.
tasks:
  - {id: build, type: dev.vendor.plugin.core.shell.Shell, commands: [make]${files}}
  - {id: release, type: dev.vendor.plugin.core.flow.Approval, message: Go on?}
  - {id: last, type: dev.vendor.plugin.core.shell.Shell, commands: [make], outputFiles: [log.txt]}
`,
      )
      .expect(201);
  await store('passes', ', outputFiles: [out.txt]');
  await store('waits', '');
  const runFlow = (id: string) =>
    request(gateway.app).post(`/flows/examples/${id}/executions`).set('x-oidc-sub', 'ada').send({});
  expect((await runFlow('passes').expect(409)).body.type).toBe('urn:flowgate:problem:public-url-missing');
  await runFlow('waits').expect(202);
  await gateway.stop();
});
