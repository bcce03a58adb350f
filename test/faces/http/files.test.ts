import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openFileStore } from '../../../src/composition/open-file-store.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

const flow = (id = 'takes-files', namespace = 'examples') => `id: ${id}
namespace: ${namespace}
description: Takes files.
inputs:
  - {id: dataset, type: FILE, required: false, max_size: 10KB, allowed_extensions: [csv, tar.gz]}
  - {id: anything, type: FILE, required: false}
  - {id: count, type: INT, required: false}
tasks:
  - {id: show, type: dev.vendor.plugin.core.shell.Shell, commands: ['wc -c < "{{ inputs.dataset }}"; cat "{{ inputs.anything }}"; echo "{{ inputs.count }}"']}
`;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ uploadBytes: 50_000 });
  await request(gateway.app)
    .post('/flows')
    .set('x-oidc-sub', 'ada')
    .set('Content-Type', 'text/yaml')
    .send(flow())
    .expect(201);
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  for (const name of readdirSync(gateway.filesFolder))
    await gateway.files.ports.contents.discard({ path: `${gateway.filesFolder}/${name}` });
});

const upload = (path = '/flows/examples/takes-files/files') => request(gateway.app).post(path).set('x-oidc-sub', 'ada');
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const kept = () => readdirSync(gateway.filesFolder);

describe('POST /flows/{namespace}/{flow_id}/files', () => {
  it('stores files and returns a reference for each', async () => {
    const { body } = await upload()
      .attach('dataset', Buffer.from('a,b\n'), 'C:\\data\\Größe 1.CSV')
      .attach('anything', Buffer.from('x'), 'x')
      .expect(201);
    expect(body.files).toMatchObject([
      { input_id: 'dataset', filename: 'Größe 1.CSV', size: 4, sha256: sha256('a,b\n') },
      { input_id: 'anything', filename: 'x', size: 1, sha256: sha256('x') },
    ]);
    const [first, second] = body.files;
    expect(first.reference).toMatch(/^file:[\w-]{32}$/);
    expect(first.reference).not.toBe(second.reference);
    expect(Date.parse(first.expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(
      kept()
        .map((name) => name.slice(0, 64))
        .toSorted(),
    ).toEqual([sha256('a,b\n'), sha256('x')].toSorted());
    const validation = await request(gateway.app)
      .post('/flows/examples/takes-files/validate-inputs')
      .send({ inputs: { dataset: first.reference } });
    expect(validation.body).toEqual({ valid: true, errors: [] });
  });

  it('stores equal contents once', async () => {
    for (const name of ['a.csv', 'b.csv']) await upload().attach('dataset', Buffer.from('same'), name).expect(201);
    expect(kept()).toHaveLength(1);
  });

  it('accepts a file of exactly the max size, and an empty file', async () => {
    await upload().attach('dataset', Buffer.alloc(10_000), 'a.csv').expect(201);
    await upload().attach('dataset', Buffer.alloc(0), 'a.csv').expect(201);
  });

  it.each<[string, (call: request.Test) => request.Test, object]>([
    [
      'is too large for its input',
      (call) => call.attach('dataset', Buffer.alloc(10_001), 'a.csv'),
      { input_id: 'dataset', message: 'The file must not be larger than 10 KB', provided_value: { filename: 'a.csv' } },
    ],
    [
      'has another extension',
      (call) => call.attach('dataset', Buffer.from('x'), 'a.exe'),
      { input_id: 'dataset', message: 'The file must have one of the extensions csv or tar.gz; found "a.exe"' },
    ],
    [
      'is for no input',
      (call) => call.attach('datasett', Buffer.from('x'), 'a.csv'),
      {
        input_id: 'datasett',
        message: 'Unknown input "datasett". Did you mean "dataset"?',
        provided_value: { filename: 'a.csv' },
      },
    ],
    [
      'is for an input of another type',
      (call) => call.attach('count', Buffer.from('x'), 'a.csv'),
      { input_id: 'count', message: 'Value must be an integer; found a file' },
    ],
    [
      'comes a second time',
      (call) => call.attach('dataset', Buffer.from('x'), 'a.csv').attach('dataset', Buffer.from('y'), 'b.csv'),
      { input_id: 'dataset', message: 'Only one file can be given' },
    ],
    [
      'is a text',
      (call) => call.attach('anything', Buffer.from('x'), 'a.csv').field('dataset', 'text'),
      { input_id: 'dataset', message: 'Value must be a file: a form part with a filename' },
    ],
    [
      'has an endless name',
      (call) => call.attach('anything', Buffer.from('x'), 'n'.repeat(256)),
      { input_id: 'anything', message: 'The name of the file must have at most 255 characters' },
    ],
  ])('rejects a file that %s, and stores nothing', async (_what, attach, error) => {
    const { body } = await attach(upload()).expect(422);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:inputs-invalid', valid: false, errors: [error] });
    expect(kept()).toEqual([]);
  });

  it('rejects files above the limit, bodies that are not forms, and forms without files', async () => {
    expect((await upload().attach('anything', Buffer.alloc(50_001), 'a')).body).toMatchObject({
      status: 413,
      type: 'urn:flowgate:problem:body-too-large',
      limit: 50_000,
    });
    expect((await upload().send({})).body).toMatchObject({ status: 415 });
    expect((await upload().set('Content-Type', 'multipart/form-data').send('x')).body).toMatchObject({
      status: 400,
      type: 'urn:flowgate:problem:malformed-body',
    });
    expect(
      (
        await upload()
          .set('Content-Type', 'multipart/form-data; boundary=b')
          .send('--b\r\nContent-Disposition: form-data; name="anything"; filename="a"\r\n\r\nhalf a fi')
      ).body,
    ).toMatchObject({ status: 400, type: 'urn:flowgate:problem:malformed-body' });
    expect(
      (await upload().set('Content-Type', 'multipart/form-data; boundary=b').send('--b--\r\n')).body,
    ).toMatchObject({ status: 400, type: 'urn:flowgate:problem:empty-body' });
    expect(
      (
        await upload()
          .set('Content-Encoding', 'gzip')
          .set('Content-Type', 'multipart/form-data; boundary=b')
          .send('--b--\r\n')
      ).status,
    ).toBe(415);
    expect((await upload('/flows/examples/none/files').attach('a', Buffer.from('x'), 'a')).status).toBe(404);
    await request(gateway.app)
      .post('/flows/examples/takes-files/files')
      .attach('anything', Buffer.from('x'), 'a')
      .expect(401);
    expect(kept()).toEqual([]);
  });
});

describe('POST /flows/{namespace}/{flow_id}/validate-inputs', () => {
  const missing = 'Value is not a file that you uploaded for the namespace examples in the last 24 hours';
  const validate = async (dataset: unknown, user: string | undefined = 'ada', headers = {}) => {
    const call = request(gateway.app).post('/flows/examples/takes-files/validate-inputs').set(headers);
    if (user !== '') void call.set('x-oidc-sub', user);
    return (await call.send({ inputs: { dataset } }).expect(200)).body;
  };
  const reference = async (inputId: string, name: string) =>
    (await upload().attach(inputId, Buffer.alloc(20_000), name).expect(201)).body.files[0].reference;

  it.each(['a.txt', 'file:xyz', 'a.csv'])('rejects %s, which no upload returned', async (dataset) => {
    expect(await validate(dataset)).toEqual({
      valid: false,
      errors: [{ input_id: 'dataset', message: missing, provided_value: dataset }],
    });
  });

  it('judges an upload by its extension and its size, and belongs to a user', async () => {
    const sent = await reference('anything', 'a.txt');
    const errors = [
      'The file must have one of the extensions csv or tar.gz; found "a.txt"',
      'The file must have at most 10 KB; found 20 KB',
    ].map((message) => ({ input_id: 'dataset', message, provided_value: sent }));
    expect(await validate(sent)).toEqual({ valid: false, errors });
    expect(await validate(sent, 'eve')).toMatchObject({ errors: [{ message: missing, provided_value: sent }] });
    expect(await validate(sent, '')).toEqual({ valid: false, errors });
  });

  it('accepts the description of a file that could be uploaded', async () => {
    expect(await validate({ filename: 'a.csv', size: 10_000 })).toEqual({ valid: true, errors: [] });
    expect(await validate({ filename: 'a.txt', size: 1 })).toMatchObject({ valid: false });
  });
});

it('reports an unusable folder, and its path only in the log', async () => {
  const folder = join(import.meta.filename, 'is-no-folder');
  const files = openFileStore(
    { filesFolder: folder, limits: { uploads: { perActor: Infinity, inAll: Infinity, reserve: 0 } } },
    gateway.redis.redis,
    gateway.ports.store,
  );
  const broken = await startTestGateway({ files });
  await request(broken.app)
    .post('/flows')
    .set('x-oidc-sub', 'ada')
    .set('Content-Type', 'text/yaml')
    .send(flow())
    .expect(201);
  const { body } = await request(broken.app)
    .post('/flows/examples/takes-files/files')
    .set('x-oidc-sub', 'ada')
    .attach('dataset', Buffer.alloc(9000), 'a.csv')
    .expect(503);
  expect(body).toMatchObject({ type: 'urn:flowgate:problem:files-unavailable' });
  expect(JSON.stringify(body)).not.toContain(folder);
  expect(broken.log.join('')).toContain(folder);
  await broken.stop();
});

describe('an interrupted upload', () => {
  /** Sends the start of a form with a file that never ends. */
  async function endless(
    part: string,
    whileSending: (send: (bytes: Buffer) => boolean, stop: () => void) => void,
  ): Promise<IncomingMessage | undefined> {
    const server = gateway.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const call = httpRequest({
      port,
      path: '/flows/examples/takes-files/files',
      method: 'POST',
      headers: { 'x-oidc-sub': 'ada', 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': 2 ** 30 },
    });
    const answer = new Promise<IncomingMessage | undefined>((resolve) => {
      call.on('response', resolve);
      call.on('error', () => resolve(undefined));
      call.on('close', () => resolve(undefined));
    });
    call.write(`--b\r\nContent-Disposition: form-data; name="${part}"; filename="a.csv"\r\n\r\n`);
    whileSending(
      (bytes) => call.write(bytes),
      () => call.destroy(),
    );
    const response = await answer;
    const chunks: Buffer[] = [];
    if (response !== undefined) for await (const chunk of response) chunks.push(chunk as Buffer);
    call.destroy();
    await new Promise((resolve) => server.close(resolve));
    return response === undefined ? undefined : Object.assign(response, { text: Buffer.concat(chunks).toString() });
  }

  it('leaves nothing behind when the client disconnects', async () => {
    await endless('anything', (send, stop) => {
      send(Buffer.alloc(20_000));
      const timer = setInterval(() => {
        if (!kept().some((name) => name.endsWith('.part'))) return;
        clearInterval(timer);
        stop();
      }, 5);
    });
    await vi.waitFor(() => expect(kept()).toEqual([]));
  });

  it('gets a response long before its end', async () => {
    const answer = await endless('dataset', (send) => void send(Buffer.alloc(30_000)));
    expect(answer?.statusCode).toBe(422);
    expect(kept()).toEqual([]);
  });
});
