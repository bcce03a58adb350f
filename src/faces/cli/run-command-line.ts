import { packageVersion } from '../../base/config/package-root.ts';
import { didYouMean } from '../../base/text/nearest-word.ts';
import { isGroup, type CommandGroup } from './declaration/command-declaration.ts';
import type { ExitStatus } from './exit-status.ts';
import { Printer, showsColours, type TextSink } from './printer.ts';
import { isUserError, UsageError, type Process, type Terminal } from './terminal.ts';

/** Runs `flowgate <args>` and returns the exit status; prints a usage error as one sentence on stderr. */
export async function runCommandLine(args: readonly string[], host: Process): Promise<ExitStatus> {
  const printer = (sink: TextSink) => new Printer(sink, showsColours(host.environment, sink.isTTY === true));
  const terminal: Terminal = { ...host, stdout: printer(host.stdout), stderr: printer(host.stderr) };
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (!isUserError(error)) throw error;
    terminal.stderr.writeMessage(error.message);
    return 2;
  }
}

async function dispatch([first, ...rest]: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  if (first === '--version' || first === '-v' || first === '-V') {
    terminal.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const { commands } = await import('./command-list.ts');
  // `help run` is `run --help`.
  const words = first === undefined ? [] : first === 'help' ? [...rest, '--help'] : [first, ...rest];
  return runInGroup([], { commands, description }, words, terminal);
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
  if (name === undefined) {
    terminal.stderr.writeMessage(`no command specified${path.length === 0 ? '' : ` after ${path.join(' ')}`}.\n`);
    return printOverview(path, group, terminal.stderr, 2);
  }
  if (name === '--help' || name === '-h') return printOverview(path, group, terminal.stdout, 0);
  const command = Object.hasOwn(group.commands, name) ? group.commands[name] : undefined;
  if (command === undefined) throw new UsageError(unknownCommand(path, group, name));
  const names = [...path, name];
  if (isGroup(command)) return runInGroup(names, command, args, terminal);
  const { parseCommand } = await import('./parser/command-parser.ts');
  const input = parseCommand({ name: names.join(' '), declaration: command }, args, terminal);
  return (input && (await command.run(input, terminal))) ?? 0;
}

async function printOverview(
  path: readonly string[],
  group: Group,
  output: Printer,
  status: ExitStatus,
): Promise<ExitStatus> {
  const { overviewText } = await import('./parser/overview-help.ts');
  output.writeLog(overviewText(path, group, output.columns));
  return status;
}

function unknownCommand(path: readonly string[], { commands: known }: Group, name: string): string {
  const names = Object.keys(known).filter((each) => !each.startsWith('_'));
  const shown = JSON.stringify([...path, name].join(' '));
  return `unknown command ${shown}; available commands: ${names.join(', ')}.${didYouMean(name, names)}`;
}
