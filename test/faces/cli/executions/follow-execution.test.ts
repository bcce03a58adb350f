import type { Server, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, urlOf } from '../../../support/listening-server.ts';
import { CommandLine } from '../command-line.ts';

const id = '01KBMW7XQ4E2N0V5R8T3Y6Z9AC';
const execution = {
  id,
  namespace: 'examples',
  flowId: 'hello',
  state: 'SUCCESS',
  actor: 'ada',
  messages: [],
  held: false,
  waiting: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  history: [],
};

/** The responses of the gateway to successive requests for the log. */
let answers: ((response: ServerResponse, lastId: string | undefined) => void)[];
let server: Server;
let line: CommandLine;

beforeEach(async () => {
  server = await listen((request, response) => {
    if (request.url?.includes('/logs') === true)
      answers.shift()?.(response, request.headers['last-event-id']?.toString());
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(execution));
  });
  line = new CommandLine();
  line.environment = { FLOWGATE_SERVER: urlOf(server) };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  line.remove();
});

const follow = () => line.run(['logs', '--follow', id]);
const end = 'event: end\ndata: {"state":"SUCCESS"}\n\n';

test('resumes after any interruption, and keeps characters unchanged', async () => {
  const lastIds: (string | undefined)[] = [];
  const euro = Buffer.from('id: 40\ndata: 1 €\n\n');
  answers = [
    (response, lastId) => {
      lastIds.push(lastId);
      response.write(': still here\n\nid: 10\ndata: \u001b[32mgreen\u001b[0m\n\n');
      response.write('id: 20\r\ndata:  indented\r\ndata: second: half\r\n\r\nid: 30\ndata: lost in the mi', () =>
        response.destroy(),
      );
    },
    (response, lastId) => {
      lastIds.push(lastId);
      response.writeHead(502).end('<html>Bad gateway</html>');
    },
    (response, lastId) => {
      lastIds.push(lastId);
      response.write(euro.subarray(0, 17));
      setTimeout(() => response.end(euro.subarray(17)), 20);
    },
    (response, lastId) => {
      lastIds.push(lastId);
      response.end(end);
    },
  ];
  const { status, stdout } = await follow();
  expect(stdout).toBe('green\n indented\nsecond: half\n1 €\n');
  expect(status).toBe(0);
  expect(lastIds).toEqual([undefined, '20', '20', '40']);
});

test('run retries after a lost connection, with the same idempotency key', async () => {
  const keys: unknown[] = [];
  server.removeAllListeners('request').on('request', (request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (keys.length < 3) request.socket.destroy();
    else response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(execution));
  });
  expect(await line.run(['run', 'examples/hello'])).toMatchObject({ status: 0, stdout: expect.stringContaining(id) });
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], keys[0]]);
});

test.each([
  [
    403,
    {
      type: 'urn:flowgate:problem:forbidden',
      detail: '"eve" does not have the right to read in the namespace examples.',
    },
    1,
    'permission denied',
  ],
  [200, undefined, 2, 'is not a Flowgate server'],
])('does not retry when the gateway rejects the request: %d', async (answer, problem, status, reason) => {
  answers = [
    (response) =>
      void response
        .writeHead(answer, { 'content-type': 'application/problem+json' })
        .end(problem && JSON.stringify(problem)),
  ];
  if (problem === undefined)
    server.removeAllListeners('request').on('request', (_request, response) => response.end('<html>'));
  expect(await follow()).toMatchObject({ status, stderr: expect.stringContaining(reason) });
  expect(answers.length).toBe(problem === undefined ? 1 : 0);
});
