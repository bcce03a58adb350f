import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contextPath } from '../../../../src/faces/cli/contexts/context-file.ts';
import { chooseServer } from '../../../../src/faces/cli/contexts/server-choice.ts';
import type { GatewayOptions } from '../../../../src/faces/cli/gateway/gateway-options.ts';
import { CommandLine } from '../command-line.ts';

let line: CommandLine;
let file: string;

beforeEach(() => {
  line = new CommandLine();
  line.environment = { XDG_CONFIG_HOME: line.folder };
  file = join(line.folder, 'flowgate', 'config.json');
});

afterEach(() => line.remove());

const token = 'sesame-open';

async function addTwo(): Promise<void> {
  await line.run(['context', 'add', 'prod', 'https://flowgate.example.com/base', '--token-stdin'], `${token}\n`);
  await line.run(['context', 'add', 'local', 'http://localhost:3000', '--user', 'ada']);
}

describe('flowgate context', () => {
  test('adds contexts, of which the first is used, to a file that only the user can read', async () => {
    expect(
      await line.run(['context', 'add', 'prod', 'https://flowgate.example.com', '--token-stdin'], `${token}\n`),
    ).toEqual({ status: 0, stdout: 'added prod: https://flowgate.example.com/, with a token\n', stderr: '' });
    expect(await line.run(['context', 'add', 'local', 'http://localhost:3000', '--user', 'ada'])).toEqual({
      status: 0,
      stdout: 'added local: http://localhost:3000/, user ada\n',
      stderr: 'To use it, run `flowgate context use local`.\n',
    });
    expect((await line.run(['context', 'add', 'local', 'http://localhost:4000'])).stdout).toMatch(/^replaced local: /);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(line.folder, 'flowgate')).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ current: 'prod', contexts: { prod: { token } } });
  });

  test('lists, shows, uses and removes contexts, and never shows a token', async () => {
    await addTwo();
    const runs = [
      await line.run(['context', 'list']),
      await line.run(['context', 'list', '--format', 'json']),
      await line.run(['context', 'show']),
      await line.run(['context', 'use', 'local']),
      await line.run(['context', 'show']),
      await line.run(['context', 'remove', 'local']),
    ];
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(runs.map(({ stdout, stderr }) => stdout + stderr).join()).not.toContain(token);
    expect(runs[0]?.stdout).toMatch(/\* +prod +https:\/\/flowgate\.example\.com\/base\/ +yes\n +local /);
    expect(JSON.parse(runs[1]?.stdout ?? '')).toMatchObject([{ name: 'prod', hasToken: true, isCurrent: true }, {}]);
    expect(runs[4]?.stdout).toBe('local: http://localhost:3000/, user ada\n');
    expect(await line.run(['context', 'show'])).toMatchObject({ status: 1, stdout: '' });
  });

  test.each([
    [['use', 'none'], 'unknown context "none"; available: prod, local.'],
    [['use', 'prdo'], 'Did you mean "prod"?'],
    [['add', 'a b', 'http://localhost'], '"a b" cannot be the name of a context'],
    [['add', 'x', 'localhost:3000'], 'URL must be a URL that starts with http:// or https://.'],
    [['add', 'x', 'http://ada:pass@localhost'], 'URL must not contain a user or password'],
    [['add', 'x', 'http://localhost', '--token-stdin'], 'standard input contains no token.'],
    [['add', 'x', 'http://localhost', '--token', 'abc'], 'unknown option --token'],
  ])('rejects %j', async (args, message) => {
    await addTwo();
    const run = await line.run(['context', ...args]);
    expect(run).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  test('rejects a token that a header cannot contain, without repeating it', async () => {
    const run = await line.run(['context', 'add', 'x', 'http://localhost', '--token-stdin'], 'two words');
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining('the token contains characters') });
    expect(run.stderr).not.toContain('two words');
  });

  test.runIf(process.platform !== 'win32')('rejects a file that other users can read', async () => {
    await addTwo();
    chmodSync(file, 0o640);
    expect(await line.run(['executions'])).toEqual({
      status: 2,
      stdout: '',
      stderr: `flowgate: other users can read ${file}, which contains tokens; run \`chmod 600 ${file}\`.\n`,
    });
  });

  test.each([
    ['{"current": "x", "contexts": {"x": {"url": 1}}}', 'it does not contain contexts'],
    ['[]', 'it does not contain contexts'],
    [`{"token": "${token}", `, 'it is not JSON'],
  ])('rejects the file %j', async (text, message) => {
    mkdirSync(join(line.folder, 'flowgate'));
    writeFileSync(file, text, { mode: 0o600 });
    const { status, stderr } = await line.run(['context', 'list']);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
    expect(stderr).not.toContain(token);
  });
});

describe('chooseServer', () => {
  const prod = { url: 'https://flowgate.example.com/base/', token, source: 'the context prod' };
  const variables = { FLOWGATE_SERVER: 'http://variable', FLOWGATE_USER: 'bob' };

  test.each<[string, GatewayOptions, Record<string, string>, object | undefined]>([
    ['the current context', {}, {}, prod],
    [
      'variables before the context',
      {},
      variables,
      { url: 'http://variable', user: 'bob', token: undefined, source: 'FLOWGATE_SERVER' },
    ],
    [
      'options before variables',
      { server: 'http://option', user: 'eve' },
      variables,
      { url: 'http://option', user: 'eve', source: '--server' },
    ],
    ['a variable for the token of the context', {}, { FLOWGATE_TOKEN: 'other' }, { ...prod, token: 'other' }],
    [
      'a named context, without variables',
      { context: 'local' },
      variables,
      { url: 'http://localhost:3000/', user: 'ada', source: 'the context local' },
    ],
    ['an option with a named context', { context: 'prod', token: 'mine' }, {}, { ...prod, token: 'mine' }],
    [
      'the token of the context for its server',
      { server: 'https://flowgate.example.com/base' },
      {},
      { token, source: '--server' },
    ],
  ])('chooses %s', async (_what, options, environment, expected) => {
    await addTwo();
    expect(chooseServer(options, { environment: { ...line.environment, ...environment } })).toMatchObject(
      expected ?? {},
    );
  });

  test('sends the token of a context to no other server', async () => {
    await addTwo();
    for (const options of [{ server: 'http://evil' }, { server: 'http://evil', context: 'prod' }])
      expect(chooseServer(options, line)).toEqual({ url: 'http://evil', source: '--server' });
    const environment = { ...line.environment, FLOWGATE_SERVER: 'http://evil' };
    expect(chooseServer({}, { environment })).toEqual({ url: 'http://evil', source: 'FLOWGATE_SERVER' });
  });

  test('chooses none without any', () => {
    expect(chooseServer({}, line)).toBeUndefined();
    expect(chooseServer({}, { environment: {} })).toBeUndefined();
  });
});

test('contextPath follows the system', () => {
  expect(contextPath({ HOME: '/home/ada' }, 'linux')).toBe('/home/ada/.config/flowgate/config.json');
  expect(contextPath({ HOME: '/Users/ada' }, 'darwin')).toContain('Application Support');
  expect(contextPath({ APPDATA: '/roaming', HOME: '/x' }, 'win32')).toContain('roaming');
  expect(contextPath({ XDG_CONFIG_HOME: '/etc/xdg', HOME: '/home/ada' }, 'linux')).toBe(
    '/etc/xdg/flowgate/config.json',
  );
  expect(contextPath({}, 'linux')).toBeUndefined();
});
