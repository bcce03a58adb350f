import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, urlOf } from '../../support/listening-server.ts';
import { CommandLine } from './command-line.ts';

let line: CommandLine;
beforeEach(() => {
  line = new CommandLine();
  line.environment = { FLOWGATE_SERVER: 'http://127.0.0.1:1' };
});
afterEach(() => line.remove());

describe('an unusable server is reported in one sentence:', () => {
  const answering = (status: number, headers: Record<string, string>, body: string) =>
    listen((_request, response) => response.writeHead(status, headers).end(body));

  test('no server specified', async () => {
    line.environment = {};
    expect(await line.run(['pull'])).toMatchObject({
      status: 2,
      stderr: 'flowgate: no server specified; use --server, FLOWGATE_SERVER, or `flowgate context add`.\n',
    });
  });

  test.each([['ftp://example'], ['example:3000'], ['http://user:secret@example']])(
    '%s is not a valid URL',
    async (url) => {
      const { status, stderr } = await line.run(['pull', '--server', url]);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^flowgate: --server must .*\n$/);
      expect(stderr).not.toContain('secret');
    },
  );

  test('connection refused', async () => {
    const gone = await answering(200, {}, '');
    const url = urlOf(gone);
    gone.close();
    expect(await line.run(['pull', '--server', url])).toMatchObject({
      status: 2,
      stderr: `flowgate: cannot reach ${url}/: connection refused.\n`,
    });
  });

  test.each([
    ['another program', 200, { 'content-type': 'text/html' }, '<p>hello', 2, 'is not a Flowgate server'],
    ['a login page', 302, { location: 'https://login.example/' }, '', 2, 'https://login.example/'],
    [
      'a broken proxy',
      502,
      { 'content-type': 'text/html' },
      '<h1>',
      2,
      'could not process the request: the server responded with 502 Bad Gateway',
    ],
    ['a proxy that forbids access', 403, {}, 'no', 2, 'permission denied. the server responded with 403'],
    [
      'a rejection',
      403,
      { 'content-type': 'application/problem+json' },
      '{"type": "urn:flowgate:problem:forbidden", "detail": "No \\u001b[31m right."}',
      1,
      'permission denied. No \\u001b[31m right.',
    ],
  ])('%s', async (_what, answer, headers, body, status, sentence) => {
    const other = await answering(answer, headers, body);
    expect(await line.run(['pull', '--server', urlOf(other)])).toMatchObject({
      status,
      stdout: '',
      stderr: expect.stringContaining(sentence),
    });
    other.close();
  });

  test('a token is sent as a bearer token, and rejected if a header cannot contain it', async () => {
    const seen: (string | undefined)[] = [];
    const listening = await listen((incoming, response) => {
      seen.push(incoming.headers.authorization);
      response.end('{"flows": []}');
    });
    expect(await line.run(['pull', '--server', `${urlOf(listening)}/below/`, '--token', 'abc.def'])).toMatchObject({
      status: 0,
    });
    expect(seen).toEqual(['Bearer abc.def']);
    expect(await line.run(['pull', '--token', 'a b'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the token contains'),
    });
    listening.close();
  });
});
