import type { CommandGroup } from '../declaration/command-declaration.ts';
import { listedCommands } from '../declaration/listed-commands.ts';
import { exitStatuses } from '../exit-status.ts';
import { StyledHelp } from './help-style.ts';

/** The list of all commands, or of those in a group. @param path the names of the groups around them */
export function overviewText(
  path: readonly string[],
  { commands, description }: Pick<CommandGroup, 'commands' | 'description'>,
  columns: number | undefined,
): string {
  const help = new StyledHelp();
  help.prepareContext({ helpWidth: columns });
  const words = ['flowgate', ...path].join(' ');
  const rows = listedCommands(commands).map(([name, command]) => [name, command.summary] as const);
  const sections = [
    `${help.styleTitle('Usage:')} ${words} COMMAND [options]`,
    help.paragraphs(description),
    help.termList('Commands:', rows),
    help.paragraphs(`Run \`${words} COMMAND --help\` for the options of a command and examples.`),
    ...(path.length === 0 ? [help.termList('Exit status:', Object.entries(exitStatuses))] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}
