import { ConfigurationError } from '../config/load-configuration.ts';
import { packageVersion } from '../config/package-root.ts';
import { didYouMean } from '../text/nearest-word.ts';
import { showsColours } from './colours.ts';
import { commandLoaders } from './command-list.ts';
import { isGroup, type CommandGroup } from './declaration/command-declaration.ts';
import type { ExitStatus } from './exit-status.ts';
import { parseCommand } from './parser/command-parser.ts';
import { Printer, type TextSink } from './printer.ts';
import { UsageError, type Process, type Terminal } from './terminal.ts';

/** Runs `flowgate <args>` and returns the exit status; prints a usage error as one sentence on stderr. */
export async function runCommandLine(args: readonly string[], host: Process): Promise<ExitStatus> {
  const printer = (sink: TextSink) => new Printer(sink, showsColours(host.environment, sink.isTTY === true));
  const terminal: Terminal = { ...host, stdout: printer(host.stdout), stderr: printer(host.stderr) };
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof ConfigurationError)) throw error;
    terminal.stderr.write(`flowgate: ${error.message}\n`);
    return 2;
  }
}

async function dispatch([first, ...rest]: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  if (first === '--version' || first === '-v' || first === '-V') {
    terminal.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  // `help run` is `run --help`.
  const words = first === undefined ? [] : first === 'help' ? [...rest, '--help'] : [first, ...rest];
  return runInGroup([], { commands: commandLoaders, description }, words, terminal);
}

const description =
  'The gateway in front of Jenkins: flows in YAML with typed inputs, checked, stored and run as Jenkinsfiles.';

type Group = Pick<CommandGroup, 'commands' | 'description'>;

/** @param path the names of the group and the groups around it */
async function runInGroup(
  path: readonly string[],
  group: Group,
  [name, ...args]: readonly string[],
  terminal: Terminal,
): Promise<ExitStatus> {
  if (name === undefined) return reportMissingCommand(path, group, terminal);
  if (name === '--help' || name === '-h') return printOverview(path, group, terminal.stdout);
  const { commands } = group;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw new UsageError(unknownCommand(path, commands, name));
  const names = [...path, name];
  const command = await load();
  if (isGroup(command)) return runInGroup(names, command, args, terminal);
  const input = parseCommand({ name: names.join(' '), declaration: command }, args, terminal);
  return input === undefined ? 0 : command.run(input, terminal);
}

async function reportMissingCommand(path: readonly string[], group: Group, { stderr }: Terminal): Promise<ExitStatus> {
  stderr.write(`flowgate: no command specified${path.length === 0 ? '' : ` after ${path.join(' ')}`}.\n\n`);
  await printOverview(path, group, stderr);
  return 2;
}

async function printOverview(path: readonly string[], group: Group, output: Printer): Promise<ExitStatus> {
  const { overviewText } = await import('./parser/overview-help.ts');
  output.writeLog(await overviewText(path, group, output.columns));
  return 0;
}

function unknownCommand(path: readonly string[], commands: CommandGroup['commands'], name: string): string {
  const names = Object.keys(commands).filter((each) => !each.startsWith('_'));
  const shown = JSON.stringify([...path, name].join(' '));
  return `unknown command ${shown}; available commands: ${names.join(', ')}.${didYouMean(name, names)}`;
}
