import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemValues } from '../support/system-names.ts';
import { TaskRunner, type TaskRequest } from '../support/task-runner.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the server answers at some paths; elsewhere, it is a JSON object. */
const answers: Readonly<Record<string, { readonly headers: OutgoingHttpHeaders; readonly body: Buffer | string }>> = {
  '/latin': {
    headers: { 'content-type': 'application/json; Charset="ISO-8859-1"' },
    body: Buffer.from('{"name": "Gr\u00fc\u00dfe"}', 'latin1'),
  },
  '/wide': { headers: { 'content-type': 'text/plain;charset=utf-16le' }, body: Buffer.from('日本語\n', 'utf16le') },
  '/unknown': { headers: { 'content-type': 'text/plain; charset=x-none' }, body: 'é' },
  '/mark': { headers: {}, body: '\ufeff{"key": "T-2"}' },
  '/list': {
    headers: { etag: ' "a\\b" ', 'Retry-After': '120', 'X-Part': ['1', '2'], 'content-type': 'application/json' },
    body: '[1,\n {"a": "b"}]\n',
  },
  '/text': { headers: {}, body: ' v1 "2"\\\t\nline\u0001\n\n' },
  '/empty': { headers: {}, body: '' },
  '/braces': { headers: {}, body: ' {\n}\n' },
  '/broken': { headers: {}, body: '{"a": 1' },
  '/large': { headers: {}, body: 'x'.repeat(200_000) },
};

const runner = new TaskRunner();
const received: Received[] = [];
let server: Server;
let host: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const status = Number(/status=(\d+)/.exec(url)?.[1] ?? 200);
      const target = /to=(.*)/.exec(url)?.[1];
      const answer = answers[new URL(url, 'http://any').pathname];
      if (answer !== undefined) {
        response.writeHead(status, answer.headers);
        return response.end(answer.body);
      }
      response.writeHead(status, target === undefined ? {} : { location: target });
      return response.end('{"key": "T-1",\n "size": 3}\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
});
beforeEach(() => void received.splice(0));
afterAll(() => {
  server.close();
  runner.close();
});

const type = 'core.http.Request';
const awkward = 'it\'s "q" \\n \\ $$5 ${HOME} `x` %41 a=b&c?d#e/f [1-3]{a,b}\n日本語 🚀\t\u0001\u007f\r\n\n';

function send(properties: TaskRequest['properties'], rest: Partial<TaskRequest> = {}) {
  return runner.run({
    type,
    ...rest,
    properties: { url: `http://${host}/`, ...properties },
    values: { HOST: host, BASE: `http://${host}/v1`, M: awkward, ...rest.values },
  });
}

it('sends variables with names of the system, which its own programs do not see', async () => {
  // curl uses a proxy that the flow names.
  const { http_proxy: _http, HTTPS_PROXY: _https, ...values } = systemValues;
  const names = Object.keys(values);
  const { status, stdout, stderr } = await send(
    {
      method: 'POST',
      body: JSON.stringify(Object.fromEntries(names.map((name) => [name, `{{ variables.${name} }}`]))),
    },
    { variables: names, values },
  );
  expect({ status, stderr, stdout }).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(values);
});

const dots = 'makes a part of the path . or .., which servers resolve';

describe('the URL of a request', () => {
  it('percent-encodes values in path and query', async () => {
    const { status } = await send({
      url: 'http://{{ inputs.host }}/a{1,2}[3-4]/{{ inputs.m }}?q={{ inputs.m }}&none={{ inputs.unset }}',
    });
    expect(status).toBe(0);
    const encoded = encodeURIComponent(awkward).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    expect(received.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `/a{1,2}[3-4]/${encoded}?q=${encoded}&none=`],
    ]);
  });

  it('keeps a value at its start unchanged', async () => {
    await send({ url: '{{ variables.BASE }}/x?y={{ inputs.y }}' }, { values: { Y: 'a b' } });
    expect(received.map(({ url }) => url)).toEqual(['/v1/x?y=a%20b']);
  });

  it.each([
    ['{{ inputs.x }}', 'file:///etc/passwd', 'is not an absolute http or https URL'],
    ['{{ inputs.x }}', '/relative', 'is not an absolute http or https URL'],
    ['{{ inputs.x }}', 'http://a/\nb', 'is not an absolute http or https URL'],
    ['{{ inputs.x }}', '', 'is not an absolute http or https URL'],
    ['http://{{ inputs.x }}/', 'good@evil', 'is not a host or host:port'],
    ['http://{{ inputs.x }}/', 'evil/path', 'is not a host or host:port'],
    ['http://{{ inputs.x }}/', '', 'is not a host or host:port'],
    ['http://good/{{ inputs.x }}/secret', '..', dots],
    ['http://good/{{ inputs.x }}', '.', dots],
    ['http://good/a/.{{ inputs.x }}?q', '.', dots],
    ['http://good/a/%2e{{ inputs.x }}#f', '.', dots],
    ['http://good/a/{{ inputs.x }};v=1/b', '..', dots],
    ['http://good/a/.{{ inputs.x }}./b', '', dots],
    ['http://good/a/{{ inputs.y }}{{ inputs.x }}/b', '..', dots],
  ])('rejects for %s the value %j', async (url, value, why) => {
    const { status, stderr } = await send({ url }, { values: { X: value } });
    expect(status).toBe(1);
    expect(stderr).toBe(`Flowgate: the value of X ${why}\n`);
    expect(received).toEqual([]);
  });

  it.each([
    ['/v{{ inputs.x }}/{{ inputs.x }}.txt', '..', '/v../...txt'],
    ['/a/{{ inputs.x }}-{{ inputs.x }}/b', '..', '/a/..-../b'],
    ['/a/{{ inputs.x }}', '../b', '/a/..%2Fb'],
    ['/a?{{ inputs.x }}', '..', '/a?..'],
    ['/a?x=/{{ inputs.x }}/b', '..', '/a?x=/../b'],
    ['/{{ inputs.x }}', '...', '/...'],
  ])('accepts for %s the value %j next to other text', async (path, value, url) => {
    expect((await send({ url: `http://{{ inputs.host }}${path}` }, { values: { X: value } })).stderr).toBe('');
    expect(received.map((request) => request.url)).toEqual([url]);
  });

  it('reports what is too long', async () => {
    const long = await send(
      { url: 'http://{{ inputs.host }}/?q={{ inputs.x }}' },
      { values: { X: 'ä'.repeat(46_000) } },
    );
    expect([long.status, long.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^Flowgate: the URL has 2760\d\d encoded bytes; the maximum is 100000. Send long values in the body\n$/,
      ),
    ]);
    const header = await send({ headers: { 'X-Long': '{{ inputs.x }}' } }, { values: { X: '"'.repeat(60_000) } });
    expect([header.status, header.stderr]).toEqual([
      1,
      expect.stringMatching(/^Flowgate: the header X-Long has 12\d{4} encoded bytes/),
    ]);
    expect(received).toEqual([]);
  });

  it('prevents a value from continuing the host of another one', async () => {
    const { status, stderr } = await send(
      { url: '{{ inputs.x }}{{ inputs.y }}' },
      { values: { X: 'http://good', Y: '.evil' } },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('the value of Y directly follows the host');
  });

  it('prevents a value before the @ from becoming the host', async () => {
    await send({ url: 'http://user:{{ inputs.x }}@{{ inputs.host }}/' }, { values: { X: 'a@evil:1/b' } });
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('user:a@evil:1/b').toString('base64')}`,
    ]);
  });
});

describe('the body of a request', () => {
  it('is JSON with escaped values in strings, and typed values outside', async () => {
    const ids = { n: 'INT', f: 'FLOAT', b: 'BOOLEAN', j: 'JSON', l: 'MULTISELECT' } as const;
    const body =
      '{"in": "<{{ inputs.m }}>", "{{ inputs.n }}": {{ inputs.m }},\n "esc": "\\"{{ inputs.n }}\\\\", "list": [{{ inputs.n }}, {{ inputs.f }}, {{ inputs.b }}, {{ inputs.j }}, {{ inputs.l }}, {{ inputs.unset }}, "{{ inputs.unset }}"]}\n';
    await send(
      { method: 'POST', body },
      {
        types: Object.fromEntries(Object.entries(ids).map(([id, name]) => [`inputs.${id}`, name])),
        values: { N: '-7', F: '1.5e-7', B: 'true', J: '{"a":[null]}', L: '["x","y"]' },
      },
    );
    expect(received[0]?.headers['content-type']).toBe('application/json');
    expect(received[0]?.body.endsWith('}\n')).toBe(true);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      in: `<${awkward}>`,
      '-7': awkward,
      esc: '"-7\\',
      list: [-7, 1.5e-7, true, { a: [null] }, ['x', 'y'], null, ''],
    });
  });

  it('is a JSON string if the Content-Type is JSON', async () => {
    await send({ method: 'PUT', headers: { 'content-type': 'application/merge-patch+json' }, body: '{{ inputs.m }}' });
    expect(JSON.parse(received[0]?.body ?? '')).toBe(awkward);
    expect(received[0]?.method).toBe('PUT');
  });

  it.each<Record<string, string>>([{}, { 'Content-Type': 'text/plain' }])(
    'is sent unchanged if it is not JSON: %j',
    async (headers) => {
      await send({ method: 'POST', headers, body: 'a $x "\\ {{ inputs.m }}' });
      expect(received[0]?.body).toBe(`a $x "\\ ${awkward}`);
    },
  );

  it('rejects a value that is not just a number', async () => {
    const { status, stderr } = await send(
      { method: 'POST', body: '{"n": {{ inputs.n }}}' },
      { types: { 'inputs.n': 'INT' }, values: { N: '1, "admin": true' } },
    );
    expect(status).toBe(1);
    expect(stderr).toBe('Flowgate: the value of N is not a number\n');
  });

  it('reads values from variables with any name', async () => {
    const names = ['file', 'name', 'value', 'use', 'status', 'protocol', 'expected', 'i'];
    await send(
      { method: 'POST', body: JSON.stringify(names.map((name) => `{{ variables.${name} }}`)) },
      { values: Object.fromEntries(names.map((name) => [name, `my ${name}`])) },
    );
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(names.map((name) => `my ${name}`));
  });

  it('supports 96 KiB', async () => {
    const text = 'é"\\\n'.repeat(19_660);
    await send({ method: 'POST', body: '{"t": "{{ inputs.t }}"}' }, { values: { T: text } });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ t: text });
  });
});

describe('the headers of a request', () => {
  it('support values, quotes and empty strings', async () => {
    await send(
      {
        headers: {
          Authorization: 'Bearer {{ inputs.token }}',
          'X-Quoted': 'a "b" \\n $c',
          'X-Empty': '{{ inputs.unset }}',
        },
      },
      { values: { TOKEN: 's"e\\cr\tet ü' } },
    );
    expect(Buffer.from(received[0]?.headers.authorization ?? '', 'latin1').toString()).toBe('Bearer s"e\\cr\tet ü');
    expect(received[0]?.headers).toMatchObject({ 'x-quoted': 'a "b" \\n $c', 'x-empty': '' });
  });

  it('reject a line break in a value without showing it', async () => {
    const { status, stdout, stderr } = await send(
      { headers: { 'X-Token': '{{ inputs.token }}' } },
      { values: { TOKEN: 'secret\r\nX-Admin: yes' } },
    );
    expect(status).toBe(1);
    expect(stderr).toBe(
      'Flowgate: the value of TOKEN contains a line break or another control character, which is not allowed in headers\n',
    );
    expect(stdout).toBe('');
    expect(received).toEqual([]);
  });

  it('and all other values are in no argument list', async () => {
    const workspace = runner.makeWorkspace();
    const tools = join(workspace, 'tools');
    mkdirSync(tools);
    for (const tool of ['curl', 'awk', 'sed']) {
      writeFileSync(
        join(tools, tool),
        `#!/bin/sh\nprintf '%s\\n' "$@" >> '${join(tools, 'arguments').replaceAll("'", "'\\''")}'\nexec /usr/bin/${tool} "$@"\n`,
        { mode: 0o755 },
      );
    }
    const { status, stdout } = await send(
      {
        url: 'http://{{ inputs.host }}/{{ inputs.token }}',
        method: 'POST',
        headers: { 'X-Token': '{{ inputs.token }}' },
        body: '["{{ inputs.token }}"]',
      },
      { workspace, values: { TOKEN: 'sesame', PATH: `${tools}${delimiter}${process.env.PATH}` } },
    );
    expect(status).toBe(0);
    expect(received[0]).toMatchObject({ url: '/sesame', body: '["sesame"]', headers: { 'x-token': 'sesame' } });
    expect(readFileSync(join(tools, 'arguments'), 'utf8')).toContain('--config');
    expect(readFileSync(join(tools, 'arguments'), 'utf8')).not.toContain('sesame');
    expect(stdout).not.toContain('sesame');
  });
});

describe('the response to a request', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('arrives for %s', async (method) => {
    const { status, stdout } = await send({ method });
    expect(received.map((one) => [one.method, one.headers['content-type'], one.body])).toEqual([
      [method, undefined, ''],
    ]);
    expect(stdout).toContain('HTTP 200\n');
    expect(status).toBe(0);
  });

  it('fails the task on 4xx and 5xx, and is printed', async () => {
    for (const code of [404, 500]) {
      const { status, stdout, stderr } = await send({ url: `http://${host}/?status=${code}` });
      expect(status).toBe(1);
      expect(stdout).toBe(`HTTP ${code}\n{"key": "T-1",\n "size": 3}\n`);
      expect(stderr).toBe(`Flowgate: the response has the status ${code}\n`);
    }
  });

  it('must have an expected status', async () => {
    expect((await send({ url: `http://${host}/?status=404`, expectedStatus: [200, 404] })).status).toBe(0);
    const values = { values: { ONE: '404', THREE: '302' } };
    expect(
      (await send({ url: `http://${host}/?status=404`, expectedStatus: ['{{ inputs.one }}', 200] }, values)).status,
    ).toBe(0);
    expect(
      (await send({ url: `http://${host}/?status=404`, expectedStatus: '{{ inputs.none }}' }, values)).status,
    ).toBe(1);
    expect(
      (await send({ url: `http://${host}/?status=302&to=/there`, expectedStatus: '{{ inputs.three }}' }, values))
        .status,
    ).toBe(0);
    const { status, stderr } = await send({ expectedStatus: 201 });
    expect(status).toBe(1);
    expect(stderr).toBe('Flowgate: the response has the status 200; expected 201\n');
  });

  it('provides the fields', async () => {
    const { outputs } = await send({}, { outputSchema: { key: 'STRING' } });
    expect(JSON.parse(outputs ?? '')).toEqual({ key: 'T-1', size: 3 });
  });

  const returned = async (path: string, types: TaskRequest['outputSchema'] = {}, outputSources = {}) => {
    const request = { outputSchema: types, outputSources };
    const { outputs, stdout, stderr, status } = await send({ url: `http://${host}${path}` }, request);
    let value: unknown;
    try {
      value = JSON.parse(outputs ?? '');
    } catch {
      value = outputs;
    }
    return { value, stdout, stderr, status };
  };

  it('has the charset of its Content-Type, and may begin with a byte order mark', async () => {
    const latin = await returned('/latin', { name: 'STRING' });
    expect(latin).toMatchObject({ value: { name: 'Grüße' }, stdout: 'HTTP 200\n{"name": "Grüße"}\n', status: 0 });
    expect((await returned('/mark', { key: 'STRING' })).value).toEqual({ key: 'T-2' });
    expect((await returned('/wide', { all: 'STRING' }, { all: 'body' })).value).toEqual({ all: '日本語' });
    expect(await returned('/unknown', { all: 'STRING' }, { all: 'body' })).toMatchObject({
      stdout: 'HTTP 200\né\n',
      stderr: 'Flowgate: the response has the charset x-none, which iconv cannot read on this agent\n',
      status: 1,
    });
  });

  it('provides its status, its headers and its body as fields', async () => {
    const types = { code: 'INT', all: 'JSON', etag: 'STRING', wait: 'INT', part: 'STRING', none: 'STRING' } as const;
    const sources = {
      code: 'status',
      all: 'body',
      etag: 'headers.ETag',
      wait: 'headers.retry-after',
      part: 'headers.x-part',
      none: 'headers.none',
    };
    expect((await returned('/list?status=201', types, sources)).value).toEqual({
      code: 201,
      all: [1, { a: 'b' }],
      etag: '"a\\b"',
      wait: 120,
      part: '1, 2',
    });
    const redirected = await returned('/?status=302&to=/list', { etag: 'INT' }, { etag: 'headers.etag' });
    expect(redirected.value).toEqual({ etag: '"a\\b"' });
    const both = await returned('/', { key: 'STRING', size: 'STRING' }, { size: 'status' });
    expect(both.value).toEqual({ key: 'T-1', size: '200' });
  });

  it('provides a body of any kind', async () => {
    const all = (path: string, form: 'JSON' | 'STRING' | 'INT') => returned(path, { all: form }, { all: 'body' });
    expect((await all('/text', 'STRING')).value).toEqual({ all: ' v1 "2"\\\t\nline\u0001\n' });
    expect((await all('/', 'JSON')).value).toEqual({ key: 'T-1', size: 3, all: { key: 'T-1', size: 3 } });
    expect((await all('/empty', 'STRING')).value).toEqual({ all: '' });
    expect((await all('/empty', 'JSON')).value).toEqual({ all: null });
    expect((await all('/braces', 'JSON')).value).toEqual({ all: {} });
    expect((await all('/list', 'INT')).value).toEqual({ all: '[1,\n {"a": "b"}]' });
    expect((await all('/broken', 'JSON')).value).toBeTypeOf('string');
    expect((await all('/large', 'STRING')).stderr).toContain('too large for the field all; the maximum is 98304 bytes');
  });

  it('is saved as a file, but only if its status is expected', async () => {
    const { workspace } = await send({ outputPath: 'out/{{ inputs.name }}.json' }, { values: { NAME: "a b'$c" } });
    const path = join(workspace, "out/a b'$c.json");
    expect(readFileSync(path, 'utf8')).toBe('{"key": "T-1",\n "size": 3}\n');
    expect(statSync(path).mode & 0o777).toBe(0o644);
    const failed = await send({ url: `http://${host}/?status=500`, outputPath: 'x' });
    expect(existsSync(join(failed.workspace, 'x'))).toBe(false);
    const outside = await send({ outputPath: '{{ inputs.name }}/x' }, { values: { NAME: '..' } });
    expect(outside.stderr).toContain('the outputPath must be a relative path without ..');
  });

  it('follows redirects over http, and over nothing else', async () => {
    expect((await send({ url: `http://${host}/?status=302&to=/there` })).status).toBe(0);
    expect(received.map(({ url }) => url)).toEqual(['/?status=302&to=/there', '/there']);
    expect((await send({ url: `http://${host}/?status=302&to=/there`, expectedStatus: 302 })).status).toBe(0);
    for (const target of ['file:///etc/passwd', 'ftp://127.0.0.1/', `https://${host}/`]) {
      const { status, stdout } = await send({ url: `http://${host}/?status=302&to=${target}` });
      expect([status, stdout]).toEqual([1, '']);
    }
  });

  it('is reported as missing in one sentence', async () => {
    const { status, stderr } = await send({ url: 'http://127.0.0.1:1/' });
    expect(status).toBe(1);
    expect(stderr).toContain('Flowgate: the GET request got no response\n');
  });
});
