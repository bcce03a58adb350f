import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { flow, log } from '../offline-flows/flow-folder.ts';
import { CommandLine } from './command-line.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const greets = flow(
  'greet',
  `inputs: [{id: who, type: STRING, defaults: Ada}]
tasks:
  - {id: knock, ${shell}, commands: ['knock {{ inputs.who }}']}
  - {id: say, ${log}, message: "Hello {{ inputs.who }}"}
`,
);
const passing = 'cases: [{name: says hello, mocks: {knock: {}}, expect: {log: Hello Ada}}]\n';
const failing = 'cases: [{name: says bye, mocks: {knock: {}}, expect: {log: Bye}}]\n';

function commandLineWith(files: Readonly<Record<string, string>>): CommandLine {
  const commandLine = new CommandLine();
  onTestFinished(() => commandLine.remove());
  for (const [name, text] of Object.entries(files)) commandLine.write(name, text);
  return commandLine;
}

describe('flowgate test', () => {
  it('runs all test files below the working directory', async () => {
    const commandLine = commandLineWith({
      'flows/greet.yaml': greets,
      'flows/greet.test.yaml': passing,
      'flows/other.test.yml': `flow: greet.yaml\n${passing}`,
      'node_modules/x/x.test.yaml': failing,
    });
    expect(await commandLine.run(['test'])).toEqual({
      status: 0,
      stdout: `flows/greet.test.yaml
  ✔ says hello

flows/other.test.yml
  ✔ says hello

2 cases: 2 passed
`,
      stderr: '',
    });
  });

  it.each([
    ['a file', 'a/greet.test.yaml'],
    ['a folder', 'a'],
    ['a pattern', 'a/**/*.test.yaml'],
  ])('runs %s', async (_, word) => {
    const commandLine = commandLineWith({
      'a/greet.yaml': greets,
      'a/greet.test.yaml': passing,
      'b/greet.yaml': greets,
      'b/greet.test.yaml': failing,
    });
    const { status, stdout } = await commandLine.run(['test', word]);
    expect(stdout).toContain('1 case: 1 passed');
    expect(status).toBe(0);
  });

  it('returns 1 when a case fails, and 2 when a file cannot be used', async () => {
    const commandLine = commandLineWith({
      'greet.yaml': greets,
      'greet.test.yaml': failing,
      'lost.test.yaml': passing,
    });
    expect(await commandLine.run(['test', 'greet.test.yaml'])).toMatchObject({ status: 1 });
    const { status, stdout } = await commandLine.run(['test']);
    expect(status).toBe(2);
    expect(stdout).toContain('lost.test.yaml:1:1 error');
    expect(stdout).toContain('1 case: 0 passed, 1 failed, 1 test file could not be used\n');
  });

  it('chooses cases by name', async () => {
    const commandLine = commandLineWith({
      'greet.yaml': greets,
      'greet.test.yaml': `cases:\n  - {name: one, mocks: {knock: {}}}\n  - {name: two, mocks: {knock: {}}}\n`,
    });
    expect((await commandLine.run(['test', '--name', 'wo'])).stdout).toBe(
      'greet.test.yaml\n  ✔ two\n\n1 case: 1 passed\n',
    );
    expect(await commandLine.run(['test', '--name', 'three'])).toMatchObject({
      status: 2,
      stderr: 'flowgate: no case has "three" in its name.\n',
    });
  });

  it('finds called flows in other folders', async () => {
    const calls = `tasks: [{id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: tests, flowId: greet}]\n`;
    const commandLine = commandLineWith({
      'common/greet.yaml': greets,
      'main/main.yaml': flow('main', calls),
      'main/main.test.yaml': 'cases: [{name: a, mocks: {call/knock: {}}, expect: {log: Hello Ada}}]\n',
    });
    expect(await commandLine.run(['test', 'main'])).toMatchObject({ status: 2 });
    expect(await commandLine.run(['test', 'main', '--flows', 'common'])).toMatchObject({ status: 0, stderr: '' });
  });

  it('writes a report', async () => {
    const commandLine = commandLineWith({ 'greet.yaml': greets, 'greet.test.yaml': failing });
    const { status, stdout } = await commandLine.run(['test', '--report', 'junit=report.xml']);
    expect(status).toBe(1);
    expect(stdout).toContain('✖ says bye');
    const report = commandLine.read('report.xml');
    expect(report).toContain('<testcase classname="tests.greet" name="says bye" file="greet.test.yaml" line="1"');
    const tap = await commandLine.run(['test', '--format', 'tap']);
    expect(tap.stdout).toMatch(/^TAP version 14\n1\.\.1\nnot ok 1 - greet\.test\.yaml: says bye\n {2}---\n/);
  });

  it.each([
    [['test'], 'no test file found in .; the name of a test file ends with .test.yaml.'],
    [['test', 'greet.yaml'], 'greet.yaml is not a test file; the name of a test file ends with .test.yaml.'],
    [['test', 'none.test.yaml'], 'cannot read'],
    [['test', '--format', 'xml'], '--format is "xml"; allowed: text, junit, github, tap.'],
    [['test', '--seed', '-1'], '--seed'],
    [['test', '--watch'], '--watch needs a terminal.'],
    [['test', '--report', 'tap=none/x.tap', 'a.test.yaml'], 'cannot write'],
  ])('rejects %j', async (args, message) => {
    const files: Record<string, string> = args.includes('a.test.yaml')
      ? { 'a.test.yaml': failing, 'a.yaml': greets }
      : { 'greet.yaml': greets };
    const { status, stderr } = await commandLineWith(files).run(args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('runs again when a file changes, until Ctrl-C', async () => {
    const commandLine = commandLineWith({ 'greet.yaml': greets, 'greet.test.yaml': failing });
    commandLine.isTerminal = true;
    commandLine.environment = { NO_COLOR: '1' };
    const running = commandLine.run(['test', '--watch']);
    const eventually = (text: string) =>
      vi.waitFor(() => expect(commandLine.printed.stdout).toContain(text), { timeout: 20_000 });
    await eventually('1 failed\n');
    commandLine.write('greet.yaml', greets.replace('Hello', 'Bye'));
    commandLine.write('greet.test.yaml', failing.replace('Bye', 'Bye Ada'));
    await eventually('1 case: 1 passed\n');
    commandLine.interrupt();
    expect(await running).toMatchObject({ status: 130 });
  });
});

describe('flowgate schema', () => {
  it('prints the schema of flows or of their tests', async () => {
    const commandLine = commandLineWith({});
    const titleOf = async (of: string): Promise<unknown> => {
      const schema = JSON.parse((await commandLine.run(['schema', '--of', of])).stdout) as { title: string };
      return schema.title;
    };
    expect(await titleOf('test')).toBe('Flowgate flow tests');
    expect(await titleOf('flow')).toBe('Flowgate flow');
    expect(await commandLine.run(['schema', '--of', 'tests'])).toMatchObject({ status: 2 });
    expect(await commandLine.run(['schema', '--of', 'test', 'a.yaml'])).toMatchObject({ status: 2 });
  });
});
