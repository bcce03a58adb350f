import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { flow, log, subflow } from '../offline-flows/flow-folder.ts';
import { CommandLine } from './command-line.ts';

const good = flow('good', `tasks: [{id: say, ${log}, message: hello}]\n`);
const bad = flow('bad', `tasks: [{id: say, ${log}, mesage: hello}]\n`);
const warns = flow('warns', `inputs: [{id: unused, type: STRING}]\ntasks: [{id: say, ${log}, message: hello}]\n`);

let commandLine: CommandLine;

beforeEach(() => {
  commandLine = new CommandLine();
  onTestFinished(() => commandLine.remove());
});

const write = (name: string, text: string) => commandLine.write(name, text);
const read = (name: string) => commandLine.read(name);

test('checks all flows in a folder, and the calls between them', async () => {
  write('flows/good.yaml', good);
  write(
    'flows/a/caller.yml',
    flow('caller', `tasks: [{id: call, ${subflow}, namespace: tests, flowId: good, inputs: {a: 1}}]\n`),
  );
  write('flows/good.test.yaml', 'cases: []\n');
  expect(await commandLine.run(['validate', 'flows'])).toEqual({
    status: 1,
    stdout: expect.stringMatching(/^flows\/a\/caller\.yml:4:\d+ error subflow-unknown-input .*\n$/),
    stderr: '2 flows checked: 1 error, 0 warnings\n',
  });
});

test('says nothing of receivers and locks, which only a gateway knows', async () => {
  const declared = 'locks: [database]\nnotify: [{on: [FAILED], to: ["mail:dba"]}]\n';
  write('notifies.yaml', flow('notifies', `${declared}tasks: [{id: say, ${log}, message: hello}]\n`));
  expect(await commandLine.run(['validate', 'notifies.yaml'])).toMatchObject({
    status: 0,
    stderr: '1 flow checked: 0 errors, 0 warnings\n',
  });
});

test('shows the lines with problems on a terminal', async () => {
  write('bad.yaml', bad);
  commandLine.isTerminal = true;
  commandLine.environment = { NO_COLOR: '1' };
  const { stdout, stderr } = await commandLine.run(['validate', 'bad.yaml']);
  expect(stdout).toContain('bad.yaml\n  4:10 error missing-property "message" is required.\n');
  expect(stdout).toContain(`\n  4 | tasks: [{id: say, ${log}, mesage: hello}]\n`);
  expect(stdout).toMatch(/\n {4}\| +\^{6}\n/);
  expect(stderr).toBe('1 flow checked: 2 errors, 0 warnings\n');
  commandLine.environment = {};
  expect((await commandLine.run(['validate', 'bad.yaml'])).stdout).toContain('\u001b[1;31merror');
});

test('prints another format on a terminal as elsewhere', async () => {
  write('bad.yaml', bad);
  const elsewhere = await commandLine.run(['validate', '--format', 'gitlab', 'bad.yaml']);
  commandLine.isTerminal = true;
  commandLine.environment = { NO_COLOR: '1' };
  expect(await commandLine.run(['validate', '--format', 'gitlab', 'bad.yaml'])).toEqual(elsewhere);
});

test('writes reports besides what it prints, with paths from the top of the repository', async () => {
  write('sub/bad.yaml', bad);
  commandLine.environment = { GITHUB_WORKSPACE: dirname(commandLine.folder) };
  const { status, stdout } = await commandLine.run([
    'validate',
    '--format=github',
    '--report',
    'junit=problems.xml',
    '--report',
    'sarif=problems.sarif',
    'sub',
  ]);
  expect(status).toBe(1);
  const path = join(commandLine.folder.split('/').at(-1) ?? '', 'sub/bad.yaml');
  expect(stdout).toContain(`::error file=${path},line=4,`);
  expect(read('problems.xml')).toContain(`<testsuite name="${path}"`);
  expect(read('problems.sarif')).toContain(`"uri": "${path}"`);
});

test('the links of SARIF lead to the server, if one is known', async () => {
  write('good.yaml', good);
  const link = async () =>
    /"helpUri": "([^"]+)"/.exec((await commandLine.run(['validate', '--format=sarif', '.'])).stdout)?.[1];
  expect(await link()).toMatch(/^file:\/\/.*\/docs\/reference\/problems\.md#yaml-syntax$/);
  commandLine.environment = { FLOWGATE_SERVER: 'https://flowgate.example/base/' };
  expect(await link()).toMatch(/^https:\/\/flowgate\.example\/base\/help\/reference\/problems.*#yaml-syntax$/);
});

test('--strict makes warnings count', async () => {
  write('warns.yaml', warns);
  expect((await commandLine.run(['validate', 'warns.yaml'])).status).toBe(0);
  expect((await commandLine.run(['validate', '--strict', 'warns.yaml'])).status).toBe(1);
});

test.each([
  [
    ['--report', 'junit', 'good.yaml'],
    '--report is "junit"; it must be FORMAT=FILE, with one of the formats text, json, sarif, junit, github, gitlab.',
  ],
  [
    ['--report', 'tap=x', 'good.yaml'],
    '--report has the format "tap"; allowed: text, json, sarif, junit, github, gitlab.',
  ],
  [['--report', 'json=none/x.json', 'good.yaml'], 'cannot write none/x.json'],
  [['--watch', '-'], '--watch needs files, not standard input.'],
  [['--watch', 'good.yaml'], '--watch needs a terminal.'],
  [['*.yml'], 'no flow matches *.yml.'],
])('rejects %j', async (args, message) => {
  write('good.yaml', good);
  const { status, stderr } = await commandLine.run(['validate', ...args]);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});

test('keeps a device that a report is written to', async () => {
  write('good.yaml', good);
  expect(await commandLine.run(['validate', '--report', 'json=/dev/null', 'good.yaml'])).toMatchObject({ status: 0 });
});

describe('--watch', () => {
  test('checks again when a file changes or appears, until Ctrl-C', async () => {
    write('flows/bad.yaml', bad);
    commandLine.isTerminal = true;
    commandLine.environment = { NO_COLOR: '1' };
    const running = commandLine.run(['validate', '--watch', 'flows']);
    const eventually = (text: string) =>
      vi.waitFor(() => expect(commandLine.printed.stderr).toContain(text), { timeout: 20_000 });
    await eventually('1 flow checked: 2 errors, 0 warnings\nWaiting');
    write('flows/bad.yaml', good);
    await eventually('1 flow checked: 0 errors, 0 warnings\nWaiting');
    expect(commandLine.printed.stdout).toContain('\u001b[H\u001b[2J');
    write('flows/new/warns.yaml', warns);
    await eventually('2 flows checked: 0 errors, 1 warning\nWaiting');
    commandLine.interrupt();
    expect(await running).toMatchObject({ status: 130 });
  });
});

describe.each([
  ['transpile', 'Jenkinsfile', /^pipeline \{/m],
  ['schema', 'schema.json', /"\$schema"/],
])('%s', (command, suffix, content) => {
  test('writes the results of several flows to a folder', async () => {
    write('flows/good.yaml', good);
    write('flows/warns.yml', warns);
    const { status, stdout, stderr } = await commandLine.run([command, '-o', 'out', 'flows']);
    expect(status).toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain(`out/tests/good.${suffix}\n`);
    expect(read(`out/tests/good.${suffix}`)).toMatch(content);
    expect(read(`out/tests/warns.${suffix}`)).toMatch(content);
  });

  test('goes on after an invalid flow', async () => {
    write('a.yaml', bad);
    write('b.yaml', good);
    const { status, stderr } = await commandLine.run([command, '-o', 'out', 'a.yaml', 'b.yaml']);
    expect(status).toBe(1);
    expect(stderr).toContain('a.yaml:4:');
    expect(read(`out/tests/good.${suffix}`)).toMatch(content);
  });

  test('needs a folder for several flows', async () => {
    write('flows/good.yaml', good);
    expect(await commandLine.run([command, 'flows'])).toMatchObject({
      status: 2,
      stderr: 'flowgate: several flows need a folder for the results; use --output.\n',
    });
  });
});
