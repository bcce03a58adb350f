import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Environment } from '../../../src/base/config/environment.ts';
import { CommandLine } from './command-line.ts';

const good = `id: good
namespace: cli
description: A flow without problems.
inputs:
  - {id: user_name, type: STRING, max_length: 40}
tasks:
  - {id: greet, type: dev.vendor.plugin.core.log.Log, message: "Hello {{ inputs.user_name }}"}
`;
const withWarning = good.replace('description: A flow without problems.\n', '');
const bad = good.replace('message:', 'mesage:').replace('STRING', 'TEXT');

const line = new CommandLine();

beforeAll(() => {
  const files = {
    'good.yaml': good,
    'with-warning.yaml': withWarning,
    'bad.yaml': bad,
    'flow.json': JSON.stringify({ id: 'x', namespace: 'y', tasks: [] }),
  };
  for (const [name, text] of Object.entries(files)) line.write(name, text);
  line.write('latin1.yaml', Buffer.from([0x69, 0x64, 0x3a, 0x20, 0xe9]));
});
afterAll(() => line.remove());

function run(
  args: readonly string[],
  { stdin = '', environment = {} }: { stdin?: string; environment?: Environment } = {},
) {
  line.environment = environment;
  return line.run(args, stdin);
}

describe('validate', () => {
  test('prints only a count for a flow without problems', async () => {
    expect(await run(['validate', 'good.yaml'])).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '1 flow checked: 0 errors, 0 warnings\n',
    });
  });

  test('prints each problem with file, line and column, and exits with 1 for errors', async () => {
    const { status, stdout } = await run(['validate', 'bad.yaml', 'good.yaml']);
    expect(status).toBe(1);
    expect(stdout.split('\n').map((each) => each.split(' ', 3).join(' '))).toEqual([
      'bad.yaml:5:27 error unknown-input-type',
      'bad.yaml:7:6 error missing-property',
      'bad.yaml:7:55 error unknown-property',
      '',
    ]);
  });

  test('exits with 0 if there are only warnings', async () => {
    const { status, stdout } = await run(['validate', 'with-warning.yaml']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^with-warning\.yaml:\d+:\d+ warning missing-description /);
  });

  test('reads a flow from standard input', async () => {
    const { status, stdout } = await run(['validate', '-'], { stdin: bad });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^<stdin>:5:27 error unknown-input-type /);
  });

  test('reads JSON, with positions', async () => {
    expect((await run(['validate', 'flow.json'])).stdout).toContain('flow.json:1:35 error empty-list ');
  });

  test('accepts patterns, and prints JSON', async () => {
    const { stdout } = await run(['validate', '--format', 'json', '{good,bad}.yaml']);
    const reports: { file: string; valid: boolean }[] = JSON.parse(stdout);
    expect(reports.map(({ file, valid }) => ({ file, valid }))).toEqual([
      { file: 'bad.yaml', valid: false },
      { file: 'good.yaml', valid: true },
    ]);
  });

  test('prints annotations for GitHub', async () => {
    expect((await run(['validate', '--format=github', 'bad.yaml'])).stdout).toMatch(/^::error file=bad\.yaml,line=5,/);
  });

  test('reports every file that cannot be read, checks the others, and exits with 2', async () => {
    const { status, stdout, stderr } = await run(['validate', 'none.yaml', 'latin1.yaml', 'bad.yaml']);
    expect(status).toBe(2);
    expect(stdout).toContain('bad.yaml:5:27 error');
    expect(stderr).toContain('cannot read none.yaml: the file was not found.');
    expect(stderr).toContain('cannot read latin1.yaml: it is not UTF-8 text.');
  });

  test('reads vendor and prefix from the environment', async () => {
    const other = good.replace('dev.vendor', 'dev.acme');
    expect(await run(['validate', '-'], { stdin: other, environment: { FLOWGATE_VENDOR: 'acme' } })).toMatchObject({
      status: 0,
    });
    expect((await run(['validate', '-'], { stdin: other })).stdout).toContain('unknown-task-type');
  });
});

describe('schema', () => {
  test('prints the JSON Schema of the inputs', async () => {
    const { status, stdout } = await run(['schema', 'good.yaml']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'object',
      required: ['user_name'],
      properties: { user_name: { maxLength: 40 } },
    });
  });
});

describe('transpile', () => {
  test('prints the Jenkinsfile', async () => {
    const { status, stdout } = await run(['transpile', 'good.yaml']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\/\/ Flow cli\/good\n[^]*pipeline \{/);
  });

  test('writes it to a file', async () => {
    const printed = await run(['transpile', 'good.yaml']);
    expect(await run(['transpile', '-o', 'Jenkinsfile', 'good.yaml'])).toMatchObject({ status: 0, stdout: '' });
    expect(line.read('Jenkinsfile')).toBe(printed.stdout);
  });

  test('reports why it cannot write', async () => {
    expect(await run(['transpile', '-o', 'none/Jenkinsfile', 'good.yaml'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('cannot write none/Jenkinsfile'),
    });
  });
});

test.each(['schema', 'transpile'])('%s prints only the problems of a flow with errors', async (command) => {
  expect(await run([command, 'bad.yaml'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('bad.yaml:5:27 error'),
  });
});

test('serve starts the server', async () => {
  expect(await run(['serve'])).toMatchObject({ status: 0 });
  expect(line.serves).toBe(1);
});

describe('an invalid command line exits with 2 and one sentence:', () => {
  test.each([
    ['no command', [], 'no command specified'],
    ['an unknown command', ['validat', 'good.yaml'], 'Did you mean "validate"?'],
    ['an unknown option', ['validate', '--colour', 'good.yaml'], 'unknown option --colour; available options: --'],
    ['a misspelt option', ['validate', '--fromat', 'json', 'good.yaml'], 'Did you mean "--format"?'],
    ['an option without a value', ['validate', '--format'], '--format'],
    [
      'an unknown format',
      ['validate', '--format', 'xml', 'good.yaml'],
      '--format is "xml"; allowed: text, json, sarif, junit, github, gitlab.',
    ],
    [
      'no file',
      ['validate'],
      /validate requires FILE: a file .* \(usage: flowgate validate \[options\] FILE\.\.\.\)\.\n$/,
    ],
    [
      'several flows without a folder for the results',
      ['schema', 'good.yaml', 'bad.yaml'],
      'several flows need a folder for the results; use --output.',
    ],
    ['arguments for serve', ['serve', 'now'], 'serve accepts no arguments'],
  ])('%s', async (_what, args, sentence) => {
    expect(await run(args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(sentence) });
  });

  test('an invalid configuration, with all problems', async () => {
    const { status, stderr } = await run(['validate', 'good.yaml'], {
      environment: { FLOWGATE_VENDOR: 'A B', FLOWGATE_MAX_TASKS: 'many' },
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/FLOWGATE_VENDOR[^]*FLOWGATE_MAX_TASKS/);
  });

  test('a task folder that does not exist', async () => {
    const environment = { FLOWGATE_TASKS: join(line.folder, 'none') };
    expect(await run(['validate', 'good.yaml'], { environment })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('none'),
    });
  });
});
