import { exitStatuses } from '../exit-status.ts';
import { isGroup, type CommandDeclaration, type CommandGroup, type Commands } from './command-declaration.ts';
import type { OptionDeclaration } from './option-declaration.ts';

/** The commands and groups that are not hidden, by name. */
export function listedCommands(commands: Commands): readonly (readonly [string, CommandDeclaration | CommandGroup])[] {
  return Object.entries(commands).filter(([, command]) => isGroup(command) || !command.hidden);
}

/** A command with its full name without `flowgate`, such as `flows list`. */
export interface NamedCommand {
  readonly name: string;
  readonly declaration: CommandDeclaration;
}

/** The commands that are not hidden, including those in groups. */
export function allCommands(commands: Commands, path: readonly string[] = []): readonly NamedCommand[] {
  return listedCommands(commands).flatMap(([name, command]) => {
    const words = [...path, name];
    if (isGroup(command)) return allCommands(command.commands, words);
    return [{ name: words.join(' '), declaration: command }];
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
