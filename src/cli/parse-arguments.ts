import { parseArgs, type ParseArgsConfig } from 'node:util';
import { isExecutionId } from '../execution/record/execution-id.ts';
import { messageOf } from '../problem/message-of.ts';
import { didYouMean } from '../problem/nearest-word.ts';
import { UsageError } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export interface ParsedArguments {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The values of options that can be repeated, in order. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** The names of the switches that are set. */
  readonly switches: ReadonlySet<string>;
  readonly positionals: readonly string[];
}

interface OptionForm {
  readonly short?: string;
  /** Whether the option can be repeated. */
  readonly multiple?: boolean;
}

/**
 * Parses options with a value (`--format json`, `-o file`), switches (`--dry-run`) and positional arguments.
 * @throws {UsageError} for an unknown option or a missing value
 */
export function parseArguments(
  args: readonly string[],
  options: Record<string, OptionForm>,
  switches: readonly string[] = [],
): ParsedArguments {
  const config: Options = {
    ...Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { type: 'string', ...option }])),
    ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' }])),
  };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: config, allowPositionals: true });
    const strings = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const lists = Object.entries(values).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
    return {
      lists: Object.fromEntries(lists),
      values: Object.fromEntries(strings),
      switches: new Set(switches.filter((name) => values[name] === true)),
      positionals,
    };
  } catch (error) {
    throw new UsageError(unknownOption(error, Object.keys(config)) ?? messageOf(error), { cause: error });
  }
}

/** A message for an unknown option that lists the known ones and suggests the nearest; that of Node.js does neither. */
function unknownOption(error: unknown, names: readonly string[]): string | undefined {
  const [, option] = /^Unknown option '([^']*)'/.exec(messageOf(error)) ?? [];
  if (option === undefined) return undefined;
  const options = names.toSorted().map((name) => `--${name}`);
  return `unknown option ${option}; available options: ${options.join(', ')}.${didYouMean(option, options)}`;
}

/** The value of an option that must be a positive integer; undefined if absent. @throws {UsageError} */
export function positiveNumber(values: ParsedArguments['values'], option: string): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`--${option} is ${JSON.stringify(text)}; it must be a positive integer.`);
  return Number(text);
}

/** Whether the format is `json`, rather than `text`. @throws {UsageError} */
export function isJsonAsked({ output, format = output ?? 'text' }: ParsedArguments['values']): boolean {
  if (!['text', 'json'].includes(format))
    throw new UsageError(`--format is ${JSON.stringify(format)}; allowed: text, json.`);
  return format === 'json';
}

/** @throws {UsageError} unless the only argument is an execution id */
export function onlyExecution(positionals: readonly string[]): string {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new UsageError(`specify one execution id, such as ${exampleId}.`);
  if (!isExecutionId(id))
    throw new UsageError(`${JSON.stringify(id)} is not an execution id; an example is ${exampleId}.`);
  return id;
}

const exampleId = '01KBMW7XQ4E2N0V5R8T3Y6Z9AC';

/** @throws {UsageError} unless there is exactly one argument */
export function onlyFile(positionals: readonly string[]): string {
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('specify a file, or - for standard input.');
  if (others.length > 0)
    throw new UsageError(`specify one file, not ${positionals.length}: ${positionals.join(', ')}.`);
  return file;
}
