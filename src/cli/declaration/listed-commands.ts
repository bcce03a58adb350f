import type { CommandDeclaration, CommandGroup, CommandLoaders } from './command-declaration.ts';

/** A command or group in a list. */
export interface ListedCommand {
  readonly name: string;
  /** Other names of the same command. */
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly command: CommandDeclaration | CommandGroup;
}

/** Loads the commands that are not hidden; names with the same declaration are listed once, the later ones as aliases. */
export async function listedCommands(loaders: CommandLoaders): Promise<readonly ListedCommand[]> {
  const listed = new Map<CommandDeclaration | CommandGroup, ListedCommand>();
  for (const [name, load] of Object.entries(loaders)) {
    const command = await load();
    const { summary } = command;
    if ('hidden' in command && command.hidden) continue;
    const first = listed.get(command);
    if (first === undefined) listed.set(command, { name, aliases: [], summary, command });
    else listed.set(command, { ...first, aliases: [...first.aliases, name] });
  }
  return [...listed.values()];
}
