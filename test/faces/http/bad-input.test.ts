import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../../src/faces/http/listen.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const validate = (type: string) => request(gateway.app).post('/flows/validate').set('Content-Type', type);

describe('bodies', () => {
  it.each([
    ['another type', () => validate('text/plain').send('id: x'), 415, 'unsupported-media-type', 'application/x-yaml'],
    [
      'no type',
      () => request(gateway.app).post('/flows/validate').unset('Content-Type').send(Buffer.from('id: x')),
      415,
      'unsupported-media-type',
      'application/x-yaml',
    ],
    [
      'another charset',
      () => validate('text/yaml; charset=latin1').send('id: x'),
      415,
      'unsupported-media-type',
      'utf-8',
    ],
    [
      'an unknown encoding',
      () => validate('text/yaml').set('Content-Encoding', 'zip').send('id: x'),
      415,
      'unsupported-media-type',
      'gzip',
    ],
    [
      'a broken encoding',
      () => validate('text/yaml').set('Content-Encoding', 'gzip').send('id: x'),
      400,
      'malformed-body',
      'cannot be read',
    ],
    [
      'nothing',
      () => request(gateway.app).post('/flows').set('x-oidc-sub', 'ada').set('Content-Type', 'text/yaml').send(''),
      400,
      'empty-body',
      'empty',
    ],
    [
      'nothing of no type',
      () => request(gateway.app).post('/flows').set('x-oidc-sub', 'ada'),
      400,
      'empty-body',
      'empty',
    ],
    [
      'bytes that are no UTF-8',
      () => validate('text/yaml').send(Buffer.from([0x61, 0x0a, 0xff])),
      400,
      'malformed-body',
      'line 2',
    ],
    [
      'UTF-16',
      () => validate('text/yaml').send(Buffer.from('\u{FEFF}id: x', 'utf16le')),
      400,
      'malformed-body',
      'UTF-16',
    ],
    [
      'a flow that is too large',
      () => validate('text/yaml').send(`#${'x'.repeat(256 * 1024)}`),
      413,
      'body-too-large',
      '256 KiB',
    ],
    [
      'a bomb',
      () =>
        validate('text/yaml')
          .set('Content-Encoding', 'gzip')
          .send(gzipSync(Buffer.alloc(50_000_000))),
      413,
      'body-too-large',
      '256 KiB',
    ],
    ['broken JSON', () => inputs('{"inputs": {"token": secret}}'), 400, 'malformed-body', 'line 1, column 22'],
    ['JSON that ends too early', () => inputs('{"inputs": {'), 400, 'malformed-body', 'not JSON'],
    [
      'JSON of too many values',
      () => inputs(`{"inputs": {"a": [${'1,'.repeat(50_000)}1]}}`),
      400,
      'malformed-body',
      '50000 values',
    ],
    ['JSON that is too deep', () => inputs('['.repeat(100_000)), 400, 'malformed-body', '64 levels'],
    [
      'a body that is too large',
      () => inputs(JSON.stringify({ inputs: { a: 'x'.repeat(1024 * 1024) } })),
      413,
      'body-too-large',
      '1024 KiB',
    ],
  ])('of %s', async (_, send, status, code, detail) => {
    const { body, type } = await send().expect(status);
    expect(type).toBe('application/problem+json');
    expect(body).toMatchObject({
      type: `urn:flowgate:problem:${code}`,
      status,
      detail: expect.stringContaining(detail),
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  const inputs = (text: string) =>
    request(gateway.app)
      .post('/flows/examples/hello/validate-inputs')
      .set('Content-Type', 'application/json')
      .send(text);

  it('with a supported encoding are read', async () => {
    await validate('text/yaml').set('Content-Encoding', 'gzip').send(gzipSync(flowText())).expect(200);
  });

  it('of a GET are ignored', async () => {
    await request(gateway.app).get('/healthz').set('Content-Type', 'nonsense; x=1').send('anything').expect(200);
  });
});

describe('paths', () => {
  it.each([
    ['/flow/validate', 404, 'route-not-found', '/flows/validate'],
    ['/flows/a/b/shema', 404, 'route-not-found', '/flows/{namespace}/{flow_id}/schema'],
    ['/', 404, 'route-not-found', '/openapi.json'],
    ['//', 404, 'route-not-found', '/openapi.json'],
    ['/flows/%ZZ/x', 400, 'invalid-request', '%'],
    ['/flows/a/%', 400, 'invalid-request', '%'],
    ['/flows/A/x', 400, 'invalid-request', 'namespace'],
    ['/flows/a/..%2f..%2fetc', 400, 'invalid-request', 'flow_id'],
    ['/flows/a/%00', 400, 'invalid-request', 'flow_id'],
    [`/flows/a/${'x'.repeat(300)}`, 400, 'invalid-request', 'flow_id'],
    ['/flows/a/__proto__', 400, 'invalid-request', 'flow_id'],
    ['/flows/a/x?nope=1', 400, 'invalid-request', 'nope'],
    ['/flows/a/constructor', 404, 'flow-not-found', 'constructor'],
  ])('%s', async (path, status, code, detail) => {
    const { body } = await request(gateway.app).get(path).expect(status);
    expect(body).toMatchObject({
      type: `urn:flowgate:problem:${code}`,
      status,
      detail: expect.stringContaining(detail),
    });
  });

  it('list the allowed methods for a method that is not allowed', async () => {
    const { headers, body } = await request(gateway.app).patch('/flows/a/b').expect(405);
    expect(headers.allow?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
    expect(body.detail).toContain('PATCH');
  });
});

describe('hosts', () => {
  it.each(['evil.example', 'localhost.evil.example', 'localhost:3000.evil', ''])('rejects %j', async (host) => {
    const { body } = await request(gateway.app).get('/flows').set('Host', host).expect(421);
    expect(body.detail).toContain('FLOWGATE_HOSTS');
  });

  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1:3000'])('serves %s', async (host) => {
    await request(gateway.app).get('/flows').set('Host', host).expect(200);
  });

  it('serves probes for any host', async () => {
    await request(gateway.app).get('/healthz').set('Host', '10.1.2.3:3000').expect(200);
  });
});

describe('invalid HTTP', () => {
  it.each([
    ['not HTTP', 'HELLO\r\n\r\n', 'HTTP/1.1 400'],
    [
      'a header that is too large',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      'HTTP/1.1 431',
    ],
  ])('%s', async (_, text, status) => {
    const server = await listen(gateway.app, { host: '127.0.0.1', port: 0 });
    const answer = await exchange(Number(new URL(server.url).port), text);
    expect(answer).toMatch(new RegExp(`^${status} `));
    expect(answer).toContain('application/problem+json');
    await server.stop();
  });

  it('reports a port that is already in use', async () => {
    const server = await listen(gateway.app, { host: '127.0.0.1', port: 0 });
    const port = Number(new URL(server.url).port);
    await expect(listen(gateway.app, { host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is already in use`,
    );
    await server.stop();
  });
});

function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket
      .setEncoding('utf8')
      .on('data', (part: string) => (answer += part))
      .on('close', () => resolve(answer))
      .on('error', reject);
  });
}
