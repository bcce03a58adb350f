import type { Argument, Command, Help, Option } from 'commander';
import type { CommandDeclaration } from '../declaration/command-declaration.ts';
import { environmentOf, statusesOf, summaryWithNotes } from '../declaration/listed-commands.ts';
import { flowed, StyledHelp } from './help-style.ts';

/** The help of a command, like a page of a manual. */
export class CommandHelp extends StyledHelp {
  readonly #declaration: CommandDeclaration;

  constructor(declaration: CommandDeclaration) {
    super();
    this.#declaration = declaration;
  }

  override formatHelp(command: Command, helper: Help): string {
    const calls = Object.entries(this.#declaration.examples).flatMap(([line, does]) => [
      `  # ${does}`,
      `  ${this.styleCommandText(line)}`,
    ]);
    const sections = [
      super.formatHelp(command, helper).trimEnd(),
      this.termList('Environment:', Object.entries(environmentOf(this.#declaration))),
      this.termList('Exit status:', statusesOf(this.#declaration)),
      [this.styleTitle('Examples:'), ...calls].join('\n'),
    ];
    return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
  }

  override commandUsage(command: Command): string {
    const words = command.registeredArguments.map((argument) => this.argumentTerm(argument));
    return [command.name(), ...(command.options.length > 0 ? ['[options]'] : []), ...words].join(' ');
  }

  override commandDescription(command: Command): string {
    return flowed(command.description());
  }

  override argumentTerm(argument: Argument): string {
    const term = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? term : `[${term}]`;
  }

  override argumentDescription(argument: Argument): string {
    return summaryWithNotes(this.#declaration.arguments[argument.name()] ?? { summary: '' });
  }

  override optionTerm(option: Option): string {
    const term = option.flags.replace(/<(.*)>/, '$1');
    // Aligns the names of options without a letter.
    return option.short === undefined ? `    ${term}` : term;
  }

  override optionDescription(option: Option): string {
    const name = option.long?.slice(2) ?? '';
    return summaryWithNotes(this.#declaration.options[name] ?? { summary: option.description });
  }
}
