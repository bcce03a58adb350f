import { ConfigurationError } from '../config/load-configuration.ts';
import { packageVersion } from '../config/package-root.ts';
import { didYouMean } from '../problem/nearest-word.ts';
import { UsageError, type Command, type ExitStatus, type Process, type Terminal } from './command.ts';
import { auditCommand } from './commands/audit-command.ts';
import { diffCommand } from './commands/diff-command.ts';
import { executionsCommand } from './commands/executions-command.ts';
import { libraryCommand } from './commands/library-command.ts';
import { logsCommand } from './commands/logs-command.ts';
import { pullCommand } from './commands/pull-command.ts';
import { pushCommand } from './commands/push-command.ts';
import { replayCommand } from './commands/replay-command.ts';
import { runCommand } from './commands/run-command.ts';
import { schemaCommand } from './commands/schema-command.ts';
import { serveCommand } from './commands/serve-command.ts';
import { statusCommand } from './commands/status-command.ts';
import { stopCommand } from './commands/stop-command.ts';
import { testCommand } from './commands/test-command.ts';
import { transpileCommand } from './commands/transpile-command.ts';
import { validateCommand } from './commands/validate-command.ts';
import { Printer } from './printer.ts';

/** All commands. To add one, add its file to `commands` and list it here. */
const commands: readonly Command[] = [
  validateCommand,
  schemaCommand,
  transpileCommand,
  testCommand,
  libraryCommand,
  pullCommand,
  pushCommand,
  diffCommand,
  runCommand,
  replayCommand,
  executionsCommand,
  statusCommand,
  logsCommand,
  stopCommand,
  auditCommand,
  serveCommand,
];

/** Runs `flowgate <args>` and returns the exit status; prints a usage error as one sentence on stderr. */
export async function runCommandLine(args: readonly string[], host: Process): Promise<ExitStatus> {
  const terminal: Terminal = { ...host, stdout: new Printer(host.stdout), stderr: new Printer(host.stderr) };
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof ConfigurationError)) throw error;
    terminal.stderr.write(`flowgate: ${error.message}\n`);
    return 2;
  }
}

async function dispatch([name, ...args]: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  if (name === '--version' || name === '-v') return print(packageVersion(), terminal);
  if (name === '--help' || name === '-h' || name === 'help') return print(overview(), terminal);
  if (name === undefined) throw new UsageError(`no command specified.\n\n${overview()}`);
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new UsageError(unknownCommand(name));
  if (args.includes('--help') || args.includes('-h')) return print(command.help, terminal);
  return command.run(args, terminal);
}

function print(text: string, terminal: Terminal): ExitStatus {
  terminal.stdout.write(`${text.trimEnd()}\n`);
  return 0;
}

function overview(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const list = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return [
    'Usage: flowgate <command> [options]',
    '',
    ...list,
    '',
    'Run `flowgate <command> --help` for the options of a command, `flowgate --version` for the version.',
    '',
    'Exit status:',
    '  0    success',
    '  1    a flow is invalid, rejected or different, an execution failed, or something was not found',
    '  2    the command could not do its work: wrong options, files, configuration or server',
    '  3    the execution was stopped',
    '  130  interrupted with Ctrl-C',
  ].join('\n');
}

function unknownCommand(name: string): string {
  const names = commands.map((command) => command.name);
  return `unknown command ${JSON.stringify(name)}; available commands: ${names.join(', ')}.${didYouMean(name, names)}`;
}
