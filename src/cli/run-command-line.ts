import { ConfigurationError } from '../config/load-configuration.ts';
import { packageVersion } from '../config/package-root.ts';
import { didYouMean } from '../problem/nearest-word.ts';
import { showsColours } from './colours.ts';
import { UsageError, type Command, type ExitStatus, type Process, type Terminal, type TextSink } from './command.ts';
import { Printer } from './printer.ts';

interface ListedCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** All commands. To add one, add its file to `commands` and list it here. Only the one that runs is loaded. */
const commands: readonly ListedCommand[] = [
  {
    name: 'validate',
    summary: 'check flows and print their problems',
    load: async () => (await import('./commands/validate-command.ts')).validateCommand,
  },
  {
    name: 'schema',
    summary: "print the JSON Schema of a flow's inputs, of flows or of their tests",
    load: async () => (await import('./commands/schema-command.ts')).schemaCommand,
  },
  {
    name: 'transpile',
    summary: 'convert a flow to a Jenkinsfile',
    load: async () => (await import('./commands/transpile-command.ts')).transpileCommand,
  },
  {
    name: 'test',
    summary: 'run tests of flows',
    load: async () => (await import('./commands/test-command.ts')).testCommand,
  },
  {
    name: 'lsp',
    summary: 'serve an editor: problems, completion, hover, definitions and renaming',
    load: async () => (await import('./commands/lsp-command.ts')).lspCommand,
  },
  {
    name: 'library',
    summary: 'write the shared library for Jenkins',
    load: async () => (await import('./commands/library-command.ts')).libraryCommand,
  },
  {
    name: 'pull',
    summary: 'download flows from a server to files',
    load: async () => (await import('./commands/pull-command.ts')).pullCommand,
  },
  {
    name: 'push',
    summary: 'create and update flows on a server from files',
    load: async () => (await import('./commands/push-command.ts')).pushCommand,
  },
  {
    name: 'diff',
    summary: 'compare files with flows on a server',
    load: async () => (await import('./commands/diff-command.ts')).diffCommand,
  },
  {
    name: 'run',
    summary: 'run a flow in a file on this machine, or a flow on a server',
    load: async () => (await import('./commands/run-command.ts')).runCommand,
  },
  {
    name: 'replay',
    summary: 'run an execution again, with the same or changed values',
    load: async () => (await import('./commands/replay-command.ts')).replayCommand,
  },
  {
    name: 'executions',
    summary: 'list executions, newest first',
    load: async () => (await import('./commands/executions-command.ts')).executionsCommand,
  },
  {
    name: 'status',
    summary: 'print the state of an execution',
    load: async () => (await import('./commands/status-command.ts')).statusCommand,
  },
  {
    name: 'logs',
    summary: 'print the log of an execution',
    load: async () => (await import('./commands/logs-command.ts')).logsCommand,
  },
  {
    name: 'stop',
    summary: 'stop an execution',
    load: async () => (await import('./commands/stop-command.ts')).stopCommand,
  },
  {
    name: 'audit',
    summary: 'list the audit trail, newest first',
    load: async () => (await import('./commands/audit-command.ts')).auditCommand,
  },
  {
    name: 'serve',
    summary: 'start the server',
    load: async () => (await import('./commands/serve-command.ts')).serveCommand,
  },
];

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

async function dispatch([name, ...args]: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  if (name === '--version' || name === '-v') return print(packageVersion(), terminal);
  if (name === '--help' || name === '-h' || name === 'help') return print(overview(), terminal);
  if (name === undefined) throw new UsageError(`no command specified.\n\n${overview()}`);
  const listed = commands.find((each) => each.name === name);
  if (listed === undefined) throw new UsageError(unknownCommand(name));
  const command = await listed.load();
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
