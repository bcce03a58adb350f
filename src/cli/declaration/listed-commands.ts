import { exitStatuses } from '../exit-status.ts';
import { isGroup, type CommandDeclaration, type CommandGroup, type Commands } from './command-declaration.ts';
import type { OptionDeclaration } from './option-declaration.ts';

/** A command or group in a list. */
export interface ListedCommand {
  readonly name: string;
  /** Other names of the same command. */
  readonly aliases: readonly string[];
  readonly command: CommandDeclaration | CommandGroup;
}

/** The commands that are not hidden. */
export function listedCommands(commands: Commands): readonly ListedCommand[] {
  const names = new Map<CommandDeclaration | CommandGroup, string[]>();
  for (const [name, command] of Object.entries(commands)) {
    if ('hidden' in command && command.hidden) continue;
    names.set(command, [...(names.get(command) ?? []), name]);
  }
  return [...names].map(([command, [name = '', ...aliases]]) => ({ name, aliases, command }));
}

/** A command with its full name, such as `flows list`. */
export interface FullCommand extends Omit<ListedCommand, 'command'> {
  readonly declaration: CommandDeclaration;
}

/** The commands that are not hidden, including those in groups. */
export function allCommands(commands: Commands, path: readonly string[] = []): readonly FullCommand[] {
  return listedCommands(commands).flatMap(({ name, aliases, command }) => {
    const words = [...path, name];
    if (isGroup(command)) return allCommands(command.commands, words);
    return [{ name: words.join(' '), aliases, declaration: command }];
  });
}

/** The exit statuses that a command can return, and their meanings. */
export function statusesOf({ exit }: CommandDeclaration): readonly (readonly [string, string])[] {
  return Object.entries({ 0: exitStatuses[0], 2: exitStatuses[2], ...exit });
}

/** The environment variables that a command reads, and their meanings. */
export function environmentOf({ options, environment }: CommandDeclaration): Readonly<Record<string, string>> {
  const ofOptions = Object.entries(options).flatMap(([name, { variable }]) =>
    variable === undefined ? [] : [[variable, `used if --${name} is absent`] as const],
  );
  return { ...Object.fromEntries(ofOptions), ...environment };
}

/** What help adds to the summary of an option or argument: allowed values, default, repetition, variable. */
function optionNotes(option: Partial<OptionDeclaration>): string {
  const { value, allowed, default: fallback, repeated, variable } = option;
  const notes = [
    ...(allowed === undefined ? [] : [allowed.join(', ')]),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
    ...(repeated && value !== undefined ? ['can be repeated'] : []),
    ...(variable === undefined ? [] : [`or ${variable}`]),
  ];
  return notes.join('; ');
}

/** The summary of an option or argument, with its notes. */
export function summaryWithNotes(option: Pick<OptionDeclaration, 'summary'> & Partial<OptionDeclaration>): string {
  const notes = optionNotes(option);
  return notes === '' ? option.summary : `${option.summary} (${notes})`;
}
