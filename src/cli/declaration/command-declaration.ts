import type { ExitStatus } from '../exit-status.ts';
import type { Terminal } from '../terminal.ts';
import type { ArgumentDeclarations, ArgumentValues, OptionDeclarations, OptionValues } from './option-declaration.ts';

/** A call as a user types it, and what it does. */
export interface Example {
  /** Starts with `flowgate`; words with special characters are in single quotes. */
  readonly line: string;
  /** One line: an imperative, no full stop at the end. */
  readonly does: string;
}

export interface CommandInput<Arguments, Options> {
  readonly args: ArgumentValues<Arguments>;
  readonly options: OptionValues<Options>;
}

/** What help, docs and completion say of a command, a group of commands, or a word of the command line in general. */
interface Described {
  /** One line for lists of commands: lower case, no full stop at the end. */
  readonly summary: string;
  /** Paragraphs, separated by empty lines; they are wrapped when they are shown. */
  readonly description: string;
}

/**
 * A command, declared once: parsing, `--help`, docs/reference/command-line.md and shell completion come from this.
 * Created with `defineCommand`.
 */
export interface CommandDeclaration extends Described {
  /** Whether lists leave it out. */
  readonly hidden?: true;
  readonly arguments: ArgumentDeclarations;
  readonly options: OptionDeclarations;
  /** What the exit statuses mean here, apart from 0 and 2, which every command has; both can be described anew. */
  readonly exit: Readonly<Partial<Record<ExitStatus, string>>>;
  /** Environment variables that the command reads, apart from those of its options, and their meanings. */
  readonly environment: Readonly<Record<string, string>>;
  /** At least one. */
  readonly examples: readonly Example[];
  /** @throws {UsageError} when the command cannot do its work */
  run(input: CommandInput<ArgumentDeclarations, OptionDeclarations>, terminal: Terminal): Promise<ExitStatus>;
}

/** Commands with a common first word, such as `flows list` and `flows get`. */
export interface CommandGroup extends Described {
  readonly commands: CommandLoaders;
}

/** Commands by name, in the order of lists. Only what runs is loaded. */
export type CommandLoaders = Readonly<Record<string, () => Promise<CommandDeclaration | CommandGroup>>>;

export interface CommandDefinition<
  Arguments extends ArgumentDeclarations,
  Options extends OptionDeclarations,
> extends Described {
  readonly hidden?: true;
  readonly arguments?: Arguments;
  readonly options?: Options;
  readonly exit?: CommandDeclaration['exit'];
  readonly environment?: CommandDeclaration['environment'];
  readonly examples: CommandDeclaration['examples'];
  run(input: CommandInput<Arguments, Options>, terminal: Terminal): Promise<ExitStatus>;
}

/**
 * Declares a command. To add one:
 *
 * 1. Write `commands/<name>-command.ts` with `defineCommand({...})`, or `gatewayCommand({...})` if it uses a server:
 *    `run` then gets a connection, and a rejection such as "not found" ends the command with 1. The file imports no
 *    package: `run` imports what loads one, such as the flow language, with `await import(...)`. So help and completion
 *    stay fast, and a test checks it.
 * 2. List it in `command-list.ts`; a group (`flows list`) is an object with `commands` of the same form.
 * 3. Run `npm run docs`, and test it as a user calls it (test/cli/command-line.ts).
 *
 * A list has `listOptions` and ends with `printTable`, another result has `formatOption` and ends with `printResult`.
 */
export function defineCommand<
  const Arguments extends ArgumentDeclarations = Readonly<Record<never, never>>,
  const Options extends OptionDeclarations = Readonly<Record<never, never>>,
>(definition: CommandDefinition<Arguments, Options>): CommandDeclaration {
  // The parser gives the values that the declarations describe.
  const run = definition.run.bind(definition) as unknown as CommandDeclaration['run'];
  return { arguments: {}, options: {}, exit: {}, environment: {}, ...definition, run };
}

export function isGroup(command: CommandDeclaration | CommandGroup): command is CommandGroup {
  return 'commands' in command;
}
