import type { ExitStatus } from '../exit-status.ts';
import type { Terminal } from '../terminal.ts';
import type { ArgumentDeclarations, ArgumentValues, OptionDeclarations, OptionValues } from './option-declaration.ts';

export interface CommandInput<Arguments, Options> {
  readonly args: ArgumentValues<Arguments>;
  readonly options: OptionValues<Options>;
}

/** The description of a command or group in help, docs and completion. */
interface Described {
  /** One line for lists of commands: lower case, no full stop at the end. */
  readonly summary: string;
  /** Paragraphs, separated by empty lines; help wraps them. */
  readonly description: string;
}

/**
 * A command, declared once: parsing, `--help`, docs/reference/command-line.md and shell completion are derived from it.
 * Created with `defineCommand`.
 */
export type CommandDeclaration = Required<CommandDefinition<ArgumentDeclarations, OptionDeclarations>>;

/** Commands with a common first word, such as `flows list` and `flows get`. */
export interface CommandGroup extends Described {
  readonly commands: Commands;
}

/** Commands by name, in the order of lists. */
export type Commands = Readonly<Record<string, CommandDeclaration | CommandGroup>>;

export interface CommandDefinition<Arguments, Options, Input = CommandInput<Arguments, Options>> extends Described {
  /** Whether lists omit it. */
  readonly hidden?: boolean;
  readonly arguments?: Arguments;
  readonly options?: Options;
  /** The meanings of exit statuses. Every command has 0 and 2, whose general meanings can be replaced. */
  readonly exit?: Readonly<Partial<Record<ExitStatus, string>>>;
  /** Environment variables that the command reads, apart from those of its options, and their meanings. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * At least one. By command line, which starts with `flowgate` and has words with special characters in single quotes,
   * what it does: an imperative, no full stop at the end.
   */
  readonly examples: Readonly<Record<string, string>>;
  /** @returns undefined for success @throws {UsageError} when the command cannot do its work */
  run(input: Input, terminal: Terminal): Promise<ExitStatus | void>;
}

/**
 * Declares a command. To add one:
 *
 * 1. Declare it in a file of `commands` with `defineCommand({...})`, or `gatewayCommand({...})` if it uses a server:
 *    `run` then gets a connection, and a rejection such as "not found" ends the command with 1. These files import no
 *    package: `run` imports what loads one, such as the flow language, with `await import(...)`. This keeps help and
 *    completion fast; a test checks it.
 * 2. List it in `command-list.ts`, or in its group.
 * 3. Run `npm run docs`, and test it the way a user calls it (test/faces/cli/command-line.ts).
 *
 * A command that prints a list has `listOptions` and ends with `printTable`; one that prints another result has
 * `formatOption` and ends with `printResult`.
 */
export function defineCommand<
  const Arguments extends ArgumentDeclarations = Readonly<Record<never, never>>,
  const Options extends OptionDeclarations = Readonly<Record<never, never>>,
>(definition: CommandDefinition<Arguments, Options>): CommandDeclaration {
  // The parser returns the values that the declarations describe.
  const run = definition.run.bind(definition) as unknown as CommandDeclaration['run'];
  return { hidden: false, arguments: {}, options: {}, exit: {}, environment: {}, ...definition, run };
}

export function isGroup(command: CommandDeclaration | CommandGroup): command is CommandGroup {
  return 'commands' in command;
}
