import { Argument, Command, CommanderError, Option } from 'commander';
import { didYouMean } from '../../../base/text/nearest-word.ts';
import type { CommandDeclaration, CommandInput } from '../declaration/command-declaration.ts';
import type { NamedCommand } from '../declaration/listed-commands.ts';
import type { ArgumentDeclarations, OptionDeclaration, OptionDeclarations } from '../declaration/option-declaration.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { CommandHelp } from './command-help.ts';

/** The values of a command line. */
export type ParsedInput = CommandInput<ArgumentDeclarations, OptionDeclarations>;

/**
 * Parses the arguments after the name of a command.
 * @returns undefined after `--help`, which is printed on stdout
 * @throws {UsageError} for arguments that the command does not accept
 */
export function parseCommand(
  command: NamedCommand,
  args: readonly string[],
  { stdout }: Pick<Terminal, 'stdout'>,
): ParsedInput | undefined {
  const parser = commandParser(command);
  parser.configureOutput({
    writeOut: (text) => stdout.writeLog(text),
    writeErr: () => undefined,
    getOutHelpWidth: () => stdout.columns ?? 80,
    getOutHasColors: () => stdout.isColoured,
  });
  try {
    parser.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return undefined;
    throw new UsageError(usageMessage(error, command, parser), { cause: error });
  }
  return inputOf(command.declaration, parser);
}

/** The parser of a command, from its declaration. */
export function commandParser({ name: fullName, declaration }: NamedCommand): Command {
  const parser = new Command(`flowgate ${fullName}`)
    .description(declaration.description)
    .helpOption('-h, --help', 'show this help')
    .showSuggestionAfterError(false)
    .exitOverride();
  for (const [name, details] of Object.entries(declaration.arguments)) {
    const { summary, optional, repeated } = details;
    const word = `${name}${repeated ? '...' : ''}`;
    const argument = new Argument(optional ? `[${word}]` : `<${word}>`, summary).argParser(reader(name, details));
    parser.addArgument(repeated ? argument.default([]) : argument);
  }
  for (const [option, details] of Object.entries(declaration.options)) parser.addOption(optionOf(option, details));
  parser.createHelp = () => Object.assign(new CommandHelp(declaration), parser.configureHelp());
  return parser;
}

function optionOf(name: string, declaration: OptionDeclaration): Option {
  const { short, value, group, summary } = declaration;
  const option = new Option(
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`,
    summary,
  );
  if (group !== undefined) option.helpGroup(`${group}:`);
  if (value === undefined) return option.default(false);
  return option.default(declaration.repeated ? [] : declaration.default).argParser(reader(name, declaration));
}

/** Reads a value, and adds it to those before if the option or argument is repeated. */
function reader(name: string, declaration: OptionDeclaration): (text: string, before: unknown) => unknown {
  return (text, before) => {
    const read = readValue(name, declaration, text);
    return declaration.repeated ? [...(before as readonly unknown[]), read] : read; // what this function returned
  };
}

function inputOf({ arguments: args }: CommandDeclaration, parser: Command): ParsedInput {
  const given: Readonly<Record<string, unknown>> = parser.opts();
  return {
    args: Object.fromEntries(Object.keys(args).map((name, index) => [name, parser.processedArgs[index]])),
    options: Object.fromEntries(parser.options.map((option) => [option.name(), given[option.attributeName()]])),
  } as ParsedInput; // readValue follows the declarations
}

/** One sentence, with the allowed options or the usage. */
function usageMessage(error: CommanderError, { name, declaration }: NamedCommand, parser: Command): string {
  const [, word = ''] = /'([^']*)'/.exec(error.message) ?? [];
  const usage = `(usage: ${parser.createHelp().commandUsage(parser)})`;
  switch (error.code) {
    case 'commander.unknownOption': {
      const options = parser.options.map(({ long }) => long ?? '');
      const known = [...options, '--help'].toSorted();
      return `unknown option ${word}; available options: ${known.join(', ')}.${didYouMean(word, known)}`;
    }
    case 'commander.optionMissingArgument':
      return `${/--[\w-]+/.exec(word)?.[0] ?? word} requires a value: ${/<(.*)>/.exec(word)?.[1] ?? 'VALUE'}.`;
    case 'commander.missingArgument':
      return `${name} requires ${word}: ${declaration.arguments[word]?.summary ?? ''} ${usage}.`;
    case 'commander.excessArguments': {
      const count = parser.registeredArguments.length;
      const allowed = count === 0 ? 'no arguments' : count === 1 ? 'one argument' : `at most ${count} arguments`;
      return `${name} accepts ${allowed}, but got ${parser.args.join(' ')} ${usage}.`;
    }
    default:
      return `${error.message.replace(/^error: /, '')} ${usage}.`;
  }
}

/**
 * The value of an option or argument, from its text.
 * @throws {UsageError} if its declaration does not allow it
 */
function readValue(name: string, { value, allowed, integer, read }: OptionDeclaration, text: string): unknown {
  const shown = value === undefined ? name : `--${name}`;
  if (allowed !== undefined) return readAllowed(shown, allowed, text);
  if (integer !== undefined) return readInteger(shown, integer, text);
  return read === undefined ? text : read(text);
}

function readAllowed(shown: string, allowed: readonly string[], text: string): string {
  const found = allowed.find((each) => each.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageError(
    `${shown} is ${JSON.stringify(text)}; allowed: ${allowed.join(', ')}.${didYouMean(text, allowed)}`,
  );
}

function readInteger(shown: string, { min, max }: NonNullable<OptionDeclaration['integer']>, text: string): number {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= (max ?? Infinity)) return number;
  const expected =
    max === undefined
      ? min === 1
        ? 'a positive integer'
        : `an integer from ${min}`
      : `an integer from ${min} to ${max}`;
  throw new UsageError(`${shown} is ${JSON.stringify(text)}; it must be ${expected}.`);
}
