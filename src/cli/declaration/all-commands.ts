import { isGroup, type CommandDeclaration, type CommandLoaders } from './command-declaration.ts';
import { listedCommands } from './listed-commands.ts';

/** A command with its full name, such as `flows list`. */
export interface FullCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly declaration: CommandDeclaration;
}

/** All commands that are not hidden, those of groups too, in the order of lists. */
export async function allCommands(commands: CommandLoaders, path: readonly string[] = []): Promise<FullCommand[]> {
  const listed = await listedCommands(commands);
  const nested = await Promise.all(
    listed.map(({ name, aliases, command }) =>
      isGroup(command)
        ? allCommands(command.commands, [...path, name])
        : [{ name: [...path, name].join(' '), aliases, declaration: command }],
    ),
  );
  return nested.flat();
}
