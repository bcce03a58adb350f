import { describe, expect, test } from 'vitest';
import { commands } from '../../../src/faces/cli/command-list.ts';
import { allCommands } from '../../../src/faces/cli/declaration/listed-commands.ts';
import { exitStatuses } from '../../../src/faces/cli/exit-status.ts';
import { parseCommand } from '../../../src/faces/cli/parser/command-parser.ts';
import { Printer } from '../../../src/faces/cli/printer.ts';
import { CommandLine } from './command-line.ts';
import { packagesOf } from './packages-of.ts';

const stdout = new Printer({ write: () => undefined });

/** The words of an example, without what the shell reads: variables, redirections, quotes. */
function wordsOf(line: string): readonly string[] {
  const [call = ''] = line.split(/ [<>|] /, 1);
  return [...call.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

describe.each(allCommands(commands).map((command) => [command.name, command] as const))('%s', (name, command) => {
  const { declaration } = command;

  test('has examples, each of which it accepts', () => {
    const lines = Object.keys(declaration.examples);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [program, ...words] = wordsOf(line);
      expect(program).toBe('flowgate');
      expect(words.slice(0, name.split(' ').length).join(' ')).toBe(name);
      expect(parseCommand(command, words.slice(name.split(' ').length), { stdout })).toBeDefined();
    }
  });

  test('is described in the house style', () => {
    const { description, summary, options, arguments: args, examples, exit } = declaration;
    expect(description.trim()).toMatch(/^[A-Z][^]*\.$/);
    const lines = [summary, ...[...Object.values(options), ...Object.values(args)].map((each) => each.summary)];
    for (const line of lines) expect(line).not.toMatch(/^[A-Z][a-z]|\.$|\n/);
    for (const does of Object.values(examples)) expect(does).toMatch(/^[A-Z].*[^.]$/);
    for (const meaning of Object.values(exit)) expect(meaning).not.toMatch(/\.$/);
    expect(Object.keys(exitStatuses)).toEqual(expect.arrayContaining(Object.keys(exit)));
  });

  test('has arguments of which only the last can be optional or repeated', () => {
    const args = Object.values(declaration.arguments).slice(0, -1);
    expect(args.filter(({ optional, repeated }) => optional || repeated)).toEqual([]);
  });

  test('shows help', async () => {
    const line = new CommandLine();
    const run = await line.run([...name.split(' '), '--help']);
    line.remove();
    expect(run).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(`^Usage: flowgate ${name}`) });
    expect(run.stdout).toMatch(/\nExit status:\n[^]*\nExamples:\n {2}# [^]*\n$/);
  });
});

test('declaring the commands loads no package, so that help and completion are fast', () => {
  expect(packagesOf(['src/faces/cli/command-list.ts'])).toEqual([]);
});

test('a command that only calls a gateway loads no parser and no checker', () => {
  const files = [
    'src/faces/cli/gateway/open-connection.ts',
    'src/faces/cli/flows/pull-flows.ts',
    'src/faces/cli/executions/follow-to-end.ts',
  ];
  expect(packagesOf(files)).toEqual(['openapi-fetch']);
});

test('a group lists its commands', async () => {
  const line = new CommandLine();
  const help = await line.run(['flows', '--help']);
  const missing = await line.run(['flows']);
  const unknown = await line.run(['flows', 'lst']);
  line.remove();
  expect(help.stdout).toMatch(/^Usage: flowgate flows COMMAND[^]*\n {2}revisions {2}/);
  expect(missing).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('no command specified after flows'),
  });
  expect(unknown.stderr).toBe(
    'flowgate: unknown command "flows lst"; available commands: list, get, delete, enable, disable, restore, revisions, diff. Did you mean "list"?\n',
  );
});

test('help and version', async () => {
  const line = new CommandLine();
  const runs = [await line.run(['help', 'flows', 'get']), await line.run(['--help']), await line.run(['--version'])];
  line.remove();
  expect(runs.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(runs[0]?.stdout).toMatch(/^Usage: flowgate flows get /);
  expect(runs[1]?.stdout).toMatch(/\n {2}apply +[^]*\nExit status:\n/);
  expect(runs[1]?.stdout).not.toContain('__complete');
  expect(runs[2]?.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
