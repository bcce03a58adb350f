import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltFiles } from '../../../src/faces/http/built-files/built-files.ts';
import { listen, type ListeningServer } from '../../../src/faces/http/listen.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
let server: ListeningServer;
beforeAll(async () => {
  gateway = await startTestGateway({ console: { page: '', assets: BuiltFiles.open('missing') } });
  server = await listen(gateway.app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop();
  await gateway.stop();
});

/** The response until the server closes the connection, or `enough` returns true. */
function exchange(text: string, enough: (answer: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
    socket
      .setEncoding('utf8')
      .on('error', reject)
      .on('close', () => resolve(answer))
      .on('data', (part: string) => {
        answer += part;
        if (enough(answer)) socket.destroy();
      });
  });
}

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;

describe('targets', () => {
  it('can be absolute URLs, whose host takes precedence', async () => {
    expect(await exchange(head('GET http://localhost/flows?limit=1 HTTP/1.1', 'Host: evil.example'))).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    expect(await exchange(head('GET http://evil.example/flows HTTP/1.1', 'Host: localhost'))).toMatch(
      /^HTTP\/1\.1 421 /,
    );
  });

  it.each(['*', '/flows#fragment', '/flows\\examples', '/flows;a=b'])('%s is not found', async (target) => {
    const answer = await exchange(head(`OPTIONS ${target} HTTP/1.1`, 'Host: localhost'));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('route-not-found');
  });
});

it.each(['/ui/%', '/ui/assets/%', '/ui/executions/%ED%A0%80', '/flows/%'])(
  'the percent-encoding of %s is rejected',
  async (target) => {
    const answer = await exchange(head(`GET ${target} HTTP/1.1`, 'Host: localhost'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('not a valid percent-encoding');
  },
);

describe('hosts', () => {
  it.each([[[]], [['Host: localhost', 'Host: evil.example']]])('%j are rejected', async (lines) => {
    const answer = await exchange(head('GET /flows HTTP/1.1', ...lines));
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer).toContain('FLOWGATE_HOSTS');
  });
});

describe('bodies', () => {
  const post = ['POST /flows/validate HTTP/1.1', 'Host: localhost', 'Content-Type: application/x-yaml'];
  const isRejected = (answer: string) => answer.includes('body-too-large');

  it('with a Content-Length above the limit are rejected before they are sent', async () => {
    const answer = await exchange(head(...post, 'Content-Length: 999999999', 'Expect: 100-continue'), isRejected);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('without an end are rejected when they exceed the limit', async () => {
    const chunk = `10000\r\n${'#'.repeat(0x10000)}\r\n`;
    expect(await exchange(head(...post, 'Transfer-Encoding: chunked') + chunk.repeat(5), isRejected)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
  });

  it('are requested with 100 Continue only if they are needed', async () => {
    const reply = await exchange(head(...post, 'Content-Length: 5', 'Expect: 100-continue'), (answer) =>
      answer.includes('100 Continue'),
    );
    expect(reply).toMatch(/^HTTP\/1\.1 100 /);
    const unknown = ['POST /flows HTTP/1.1', ...post.slice(1), 'Content-Length: 5', 'Expect: 100-continue'];
    expect(await exchange(head(...unknown))).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('are read despite unknown expectations', async () => {
    expect(await exchange(`${head(...post, 'Content-Length: 5', 'Expect: miracles')}id: a`)).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  });
});

describe('problems of parameters', () => {
  it.each([
    [
      '/flows?nope=1',
      'The query parameter nope is unknown (GET /openapi.json lists the parameters of each path), found "1"',
    ],
    [
      '/healthz?__proto__=1',
      'The query parameter __proto__ is unknown (GET /openapi.json lists the parameters of each path), found "1"',
    ],
    [
      '/flows?lable=a:b',
      'The query parameter lable is unknown (GET /openapi.json lists the parameters of each path), found "a:b". Did you mean "label"?',
    ],
    // Other programs treat these as the name before the bracket.
    ...['label[]', 'label[a]', 'label[0]', 'label{}', 'label.a'].map((name) => [
      `/flows?${name}=a:b`,
      `The query parameter ${name} is unknown (GET /openapi.json lists the parameters of each path), found "a:b". Did you mean "label"?`,
    ]),
    ...['state[]', 'state[a]', 'state[0]'].map((name) => [
      `/executions?${name}=RUNNING`,
      `The query parameter ${name} is unknown (GET /openapi.json lists the parameters of each path), found "RUNNING". Did you mean "state"?`,
    ]),
    ...['q[__proto__]', 'q[]'].map((name) => [
      `/flows?${name}=a`,
      `The query parameter ${name} is unknown (GET /openapi.json lists the parameters of each path), found "a". Did you mean "q"?`,
    ]),
    ['/flows?q=', 'The query parameter q is empty, found ""'],
    ['/flows/examples?q=', 'The query parameter q is empty, found ""'],
    ['/executions/01JZX5W2C6T5Y9Q0V7R8K3M1NB/logs?task=', 'The query parameter task is empty, found ""'],
    [
      '/flows?limit%5B%5D=1',
      'The query parameter limit[] is unknown (GET /openapi.json lists the parameters of each path), found "1". Did you mean "limit"?',
    ],
    [
      '/executions?state=DONE',
      'The query parameter state must be one of CREATED, QUEUED, RUNNING, SUCCESS, WARNING, FAILED, KILLED, found "DONE"',
    ],
    ...['/executions?state=SUCCESS,FAILED', '/executions?state=SUCCESS%2CFAILED'].map((path) => [
      path,
      'The query parameter state must be one of CREATED, QUEUED, RUNNING, SUCCESS, WARNING, FAILED, KILLED, found "SUCCESS,FAILED". Repeat the parameter for several values: state=...&state=...',
    ]),
    [
      '/flows?namespace=a,b',
      'The query parameter namespace must match the pattern "^[a-z0-9][a-z0-9._-]*$", found "a,b"',
    ],
    [
      '/flows?sort=name',
      'The query parameter sort must be one of namespace, -namespace, id, -id, updated, -updated, found "name"',
    ],
    ['/flows?label=team', 'The query parameter label must match the pattern "^[^:]+:", found "team"'],
    ['/flows?deleted=yes', 'The query parameter deleted must be true or false, found "yes"'],
    ['/flows?limit=1&limit=2', 'The query parameter limit must not be repeated, found ["1","2"]'],
    ...['q', 'cursor', 'namespace', 'sort', 'deleted'].map((name) => [
      `/flows?${name}=id&${name}=id`,
      `The query parameter ${name} must not be repeated, found ["id","id"]`,
    ]),
    ['/flows?limit=501', 'The query parameter limit must be at most 500, found 501'],
    ['/flows?limit=', 'The query parameter limit is empty, found ""'],
    ...['0x10', '01', '1e2', '%201', '1.0', 'Infinity', '-Infinity'].map((text) => [
      `/flows?limit=${text}`,
      `The query parameter limit must be an integer in decimal digits, found ${JSON.stringify(decodeURIComponent(text))}`,
    ]),
    [
      '/flows/examples/hello?revision=01',
      'The query parameter revision must be an integer in decimal digits, found "01"',
    ],
    ...[
      '2026-13-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-01-01T23:59:60Z',
      '2026-01-01T24:00:00Z',
      'yesterday',
    ].map((text) => [
      `/executions?from=${text}`,
      `The query parameter from must be a valid RFC 3339 time, such as 2026-01-02T03:04:05Z, found "${text}"`,
    ]),
  ])('%s', async (path, detail) => {
    const answer = await fetch(`${server.url}${path}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ detail, errors: [{ message: detail }] });
  });

  it.each(['abc', '-1', '1.5', '0x10', '1 2', '9999999999999999'])(
    'a Last-Event-ID that no event of a log had is one: %s',
    async (id) => {
      const answer = await fetch(`${server.url}/executions/01ARZ3NDEKTSV4RRFFQ69G5FAV/logs?follow`, {
        headers: { 'last-event-id': id },
      });
      expect(await answer.json()).toMatchObject({
        status: 400,
        type: 'urn:flowgate:problem:invalid-request',
        detail: expect.stringMatching(/^The header last-event-id must match the pattern/),
      });
    },
  );

  it('of a body contain the allowed names and a suggestion', async () => {
    const answer = await fetch(`${server.url}/flows/examples/hello/validate-inputs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"inputs": {}, "revison": 1, "input": {}}',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [
        { path: '/body/revison', message: 'The body property revison is unknown; allowed: inputs' },
        { path: '/body/input', message: 'The body property input is unknown; allowed: inputs. Did you mean "inputs"?' },
      ],
    });
  });

  it.each([
    ['{}', 'The body property inputs is missing'],
    ['[]', 'The body must be an object'],
    ['{"inputs": []}', 'The body property inputs must be an object'],
  ])('of a body are readable: %s', async (body, detail) => {
    const answer = await fetch(`${server.url}/flows/examples/hello/validate-inputs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await answer.json()).toMatchObject({ status: 400, detail });
  });

  it('include numbers in the path', async () => {
    const answer = await fetch(`${server.url}/flows/examples/hello/revisions/01/restore`, {
      method: 'POST',
      headers: { 'x-oidc-sub': 'ada' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [
        {
          path: '/path/revision',
          message: 'The path parameter revision must be an integer in decimal digits, found "01"',
        },
      ],
    });
  });
});
