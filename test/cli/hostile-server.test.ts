import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flowText } from '../support/gateway.ts';
import { listen, urlOf } from '../support/listening-server.ts';
import { CommandLine } from './command-line.ts';

const id = '01KBMW7XQ4E2N0V5R8T3Y6Z9AC';
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
  waiting: false,
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

/** Sends the response to a request. */
function answer({ method, url: path = '' }: IncomingMessage, response: ServerResponse): void {
  const json = (value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json', etag: '"1"' }).end(JSON.stringify(value));
  if (path.includes('/logs?follow'))
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
let server: Server;
let line: CommandLine;
beforeEach(async () => {
  server = await listen((request, response) => answer(request, response));
  line = new CommandLine();
  line.environment = { FLOWGATE_SERVER: urlOf(server) };
  writeFileSync(join(line.folder, 'hello.yaml'), flowText());
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
  ['push', 'hello.yaml'],
  ['push', '--dry-run', 'hello.yaml'],
  ['pull', 'a/b'],
  ['diff', 'hello.yaml'],
  ['pull', 'denied/b'],
  ['pull', 'away/b'],
];

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
// oxlint-disable-next-line no-control-regex -- what src/cli/problems/styles.ts begins and ends with
const ownStyles = /\u001b\[(?:0|2|1;31|1;32|1;33|1;4)m/g;
// oxlint-disable-next-line no-control-regex -- and what src/cli/flows/print-diff.ts begins lines with
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
