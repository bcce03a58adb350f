import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flowText } from '../../support/gateway.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import { CommandLine } from './command-line.ts';

const id = '01KBMW7XQ4E2N0V5R8T3Y6Z9AC';
const endlessLine = '01KBMW7XQ4E2N0V5R8T3Y6Z9AD';
const endlessEvent = '01KBMW7XQ4E2N0V5R8T3Y6Z9AE';
// Clears the screen, sets the title and changes colours, with C0 and C1 control characters.
const evil = 'evil\u001b[2J\u001b]0;title\u0007\u009b31m\u202e\u007f';
const time = '2026-01-02T03:04:05.000Z';
const execution = {
  id: `${id}${evil}`,
  namespace: evil,
  flowId: evil,
  state: `SUCCESS${evil}`,
  actor: evil,
  messages: [{ style: evil, message: evil }],
  tasks: [{ path: evil, state: evil, startedAt: time, endedAt: time }],
  outputs: { [evil]: evil },
  build: { number: evil, url: evil },
  trouble: evil,
  reason: evil,
  held: false,
  history: [],
  createdAt: time,
  startedAt: time,
  endedAt: time,
};
const entry = {
  id: '1-0',
  at: evil,
  actor: evil,
  action: evil,
  outcome: evil,
  status: 200,
  requestId: evil,
  namespace: evil,
  flowId: evil,
  revision: evil,
  executionId: evil,
  code: evil,
};
const problem = { code: evil, severity: `error${evil}`, message: evil, path: '', line: 1, column: 1 };
const log = `\u001b[31mred ${evil}\u001b[1A\rover\n`;

const trigger = {
  id: evil,
  type: evil,
  disabled: false,
  cron: evil,
  timezone: evil,
  nextAt: evil,
  path: evil,
  hasKey: true,
  keyCreatedAt: evil,
  keyCreatedBy: evil,
  secrets: [{ input_id: evil, state: evil }],
};
const made = { key: evil, signingSecret: evil, path: evil };
const you = {
  identifiedBy: evil,
  subject: evil,
  mayChooseName: false,
  rights: [{ namespaces: [evil], rights: [evil] }],
};

/** Writes the same piece until the client hangs up. */
function endless(response: ServerResponse, piece: string): void {
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
}

const megabyte = 'x'.repeat(1024 * 1024);

/** Sends the response to a request. */
function answer({ method, url: path = '' }: IncomingMessage, response: ServerResponse): void {
  const json = (value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json', etag: '"1"' }).end(JSON.stringify(value));
  if (path.includes('/endless/')) endless(response.writeHead(path.includes('/error') ? 500 : 200), `"${megabyte}`);
  else if (path.includes(`${endlessLine}/logs`)) endless(response, `data: ${megabyte}`);
  else if (path.includes(`${endlessEvent}/logs`)) endless(response, 'data: x\n'.repeat(10_000));
  else if (path.endsWith(endlessLine) || path.endsWith(endlessEvent)) json({ ...execution, id: path.slice(-26) });
  else if (path.startsWith('/executions?') && path.includes('state=QUEUED'))
    json({ executions: [], nextCursor: 'the same' });
  else if (path.endsWith('/artifacts')) json({ artifacts: artifacts.map((artifact) => ({ path: artifact })) });
  else if (path.includes('/artifacts/')) response.end('content');
  else if (path.endsWith('/key')) json(made, 201);
  else if (path.endsWith('/seal')) json({ sealed: evil });
  else if (path.endsWith('/triggers')) json({ triggers: [trigger] });
  else if (path.endsWith('/whoami')) json(you);
  else if (path.includes('/logs?follow'))
    response.end(`id: 1\ndata: ${log.replace('\r', '').trimEnd()}\n\nevent: end\ndata: {}\n\n`);
  else if (path.includes('/logs')) response.end(log);
  else if (path.includes('/denied/'))
    response.writeHead(403).end(JSON.stringify({ type: 'urn:flowgate:problem:forbidden', detail: evil }));
  else if (path.includes('/away/')) response.writeHead(302, { location: 'http://example.test/\u009b2J' }).end();
  else if (path.includes('/executions/')) json(execution);
  else if (path.startsWith('/executions')) json({ executions: [execution] });
  else if (path.startsWith('/audit')) json({ entries: [entry] });
  else if (path.startsWith('/flows/validate')) json({ errors: [problem], warnings: [problem] });
  else if (path.endsWith('/executions')) json(execution, 202);
  else if (path.startsWith('/flows?')) json({ flows: listed });
  else if (method === 'GET' && path === '/flows/examples/hello')
    response.writeHead(200, { 'content-type': 'application/x-yaml', etag: '"1"' }).end(`id: \u001b[32m # ${evil}\n`);
  else json(`id: hello # ${evil}\n`);
}

let listed: readonly unknown[];
let artifacts: readonly string[];
let server: Server;
let line: CommandLine;
beforeEach(async () => {
  artifacts = [evil];
  server = await listen((request, response) => answer(request, response));
  line = new CommandLine();
  line.environment = { FLOWGATE_SERVER: urlOf(server) };
  line.write('hello.yaml', flowText());
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  line.remove();
});

const commands = [
  ['status', id],
  ['status', '--format', 'json', id],
  ['stop', id],
  ['executions'],
  ['executions', '--format', 'json'],
  ['audit'],
  ['audit', '--format', 'json'],
  ['run', 'a/b'],
  ['run', '--follow', 'a/b'],
  ['run', '--follow', '--format', 'json', 'a/b'],
  ['replay', id],
  ['logs', id],
  ['logs', '--follow', id],
  ['validate', '--server', 'SERVER', 'hello.yaml'],
  ['validate', '--server', 'SERVER', '--format', 'json', 'hello.yaml'],
  ...['github', 'sarif', 'junit', 'gitlab'].map((format) => [
    'validate',
    '--server',
    'SERVER',
    '--format',
    format,
    'hello.yaml',
  ]),
  ['triggers', 'list', 'a/b'],
  ['keys', 'list', 'a/b'],
  ['keys', 'create', 'a/b', 'c'],
  ['whoami'],
  ['artifacts', 'list', id],
  ['artifacts', 'download', id],
  ['apply', 'hello.yaml'],
  ['apply', '--dry-run', 'hello.yaml'],
  ['pull', 'a/b'],
  ['diff', 'hello.yaml'],
  ['pull', 'denied/b'],
  ['pull', 'away/b'],
];

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
// oxlint-disable-next-line no-control-regex -- what src/faces/cli/problems/styles.ts begins and ends with
const ownStyles = /\u001b\[(?:0|2|1;31|1;32|1;33|1;4)m/g;
// oxlint-disable-next-line no-control-regex -- and what src/faces/cli/flows/print-diff.ts begins lines with
const diffStyles = /^\u001b\[(?:31|32|36)m/;

test.each(commands.map((words) => words.join(' ')))('%s prints no control characters from a server', async (words) => {
  line.isTerminal = true;
  const { stdout, stderr } = await line.run(words.split(' ').map((word) => (word === 'SERVER' ? urlOf(server) : word)));
  const printed = stdout + stderr;
  expect(printed).not.toBe('');
  // Text of the server has no styles of this program: of its colours, only those of a log are shown.
  const unstyled = printed.replaceAll(ownStyles, '');
  // The colours of a log are kept on a terminal until the end of the line.
  const lines = unstyled.split('\n').map((text) => text.replace(diffStyles, ''));
  expect(lines.filter((text) => controlCharacters.test(text))).toEqual([]);
});

test('shows colours in a flow of the server as text, also in a coloured diff', async () => {
  line.isTerminal = true;
  expect((await line.run(['diff', 'hello.yaml'])).stdout).toContain('-id: \\u001b[32m # evil\\u001b[2J');
});

test('prints a log without colours and a diff unchanged to a pipe', async () => {
  expect((await line.run(['logs', id])).stdout).toBe(
    'red evil\\u001b[2J\\u001b]0;title\\u0007\\u009b31m\\u202e\\u007f\\u001b[1A\nover\n',
  );
  expect((await line.run(['diff', 'hello.yaml'])).stdout).toContain('id: user_name');
});

test.each([
  { namespace: '..', id: 'x' },
  { namespace: 'a', id: '../../x' },
  { namespace: 'a/../..', id: 'x' },
  { namespace: '/tmp', id: 'x' },
  { namespace: 'a', id: 'x\\..\\..\\y' },
  { namespace: 'a', id: '.' },
  { namespace: 'a', id: 'x\u0000' },
  { namespace: 'a', id: 'x\n' },
  { namespace: ['a'], id: 'x' },
  { namespace: 'a' },
  { namespace: 'a', id: evil },
])('pull writes nothing for a flow that the server lists as %j', async (name) => {
  listed = [name];
  line.isTerminal = true;
  const { status, stderr } = await line.run(['pull']);
  expect({ status, isRejected: stderr.includes('not a valid flow name') }).toEqual({ status: 2, isRejected: true });
  expect(stderr.replace(/\n$/, '')).not.toMatch(controlCharacters);
  expect(existsSync(join(line.folder, 'flows'))).toBe(false);
  expect(readdirSync(line.folder)).toEqual(['hello.yaml']);
});

test.each([
  ['flows get endless/a', 'is larger than'],
  ['dependencies endless/a', 'is larger than'],
  ['dependencies endless/error', 'is larger than'],
  [`logs --follow ${endlessLine}`, 'is not a Flowgate log'],
  [`logs --follow ${endlessEvent}`, 'is not a Flowgate log'],
  ['executions --state QUEUED', 'not a Flowgate server'],
])('%s ends although the server never does', async (words, reason) => {
  const { status, stderr } = await line.run(words.split(' '));
  expect(stderr).toContain(reason);
  expect(status).toBe(2);
});

test.each(['../x', '/tmp/x', 'a/../../x', './x', '', 'a//b', 'x\u0000', 'a\nb', '\u001b[2J'])(
  'artifacts download writes nothing for the path %j',
  async (path) => {
    artifacts = [path];
    const { status, stderr } = await line.run(['artifacts', 'download', id]);
    expect({ status, isRejected: stderr.includes('is not a path that this machine can write') }).toEqual({
      status: 2,
      isRejected: true,
    });
    expect(readdirSync(line.folder)).toEqual(['hello.yaml']);
  },
);

test('artifacts download writes everything else', async () => {
  artifacts = ['../x', 'b: what?.txt', 'y'.repeat(300), 'back\\slash.', 'con', 'folder/last'];
  const { status, stdout, stderr } = await line.run(['artifacts', 'download', id]);
  expect(stdout.split('\n')).toEqual([
    ...['b: what?.txt', 'back\\slash.', 'con', 'folder/last'].map((path) => `artifacts/${path}`),
    '',
  ]);
  expect(stderr).toContain('"../x" is not a path that this machine can write.\n');
  expect(stderr).toMatch(/annot write artifacts\/yyy/);
  expect(stderr).toContain('2 of 6 artifacts could not be downloaded.\n');
  expect(status).toBe(2);
});

test.each([[['a', 'a/b']], [['y'.repeat(300)]]])(
  'artifacts download says which file cannot be written: %j',
  async (paths) => {
    artifacts = paths;
    const { status, stderr } = await line.run(['artifacts', 'download', id]);
    expect({ status, says: stderr.includes('annot write') }).toEqual({ status: 2, says: true });
  },
);
