import { parseArgs, type ParseArgsConfig } from 'node:util';
import { isExecutionId } from '../execution/record/execution-id.ts';
import { messageOf } from '../problem/message-of.ts';
import { didYouMean } from '../problem/nearest-word.ts';
import { UsageError } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export interface ParsedArguments {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Of the options that can be given several times, in their order. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** The names of the switches that are there. */
  readonly switches: ReadonlySet<string>;
  readonly positionals: readonly string[];
}

interface OptionForm {
  readonly short?: string;
  /** Whether it can be given several times. */
  readonly multiple?: boolean;
}

/**
 * Reads options with a text value (`--format json`, `-o file`), switches without one (`--dry-run`), and the words between
 * them.
 * @throws {UsageError} for an unknown option or one without its value
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
    const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const lists = Object.entries(values).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
    return {
      lists: Object.fromEntries(lists),
      values: Object.fromEntries(texts),
      switches: new Set(switches.filter((name) => values[name] === true)),
      positionals,
    };
  } catch (error) {
    throw new UsageError(unknownOption(error, Object.keys(config)) ?? messageOf(error), { cause: error });
  }
}

/** What Node.js says of an unknown option names it and neither those that there are nor the one that was meant. */
function unknownOption(error: unknown, names: readonly string[]): string | undefined {
  const [, option] = /^Unknown option '([^']*)'/.exec(messageOf(error)) ?? [];
  if (option === undefined) return undefined;
  const options = names.toSorted().map((name) => `--${name}`);
  return `there is no option ${option}; there are ${options.join(', ')}.${didYouMean(option, options)}`;
}

/** The value of an option that is a number from 1; undefined when it is not there. @throws {UsageError} */
export function positiveNumber(values: ParsedArguments['values'], option: string): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`--${option} is ${JSON.stringify(text)}; allowed: a number from 1.`);
  return Number(text);
}

/** Whether `--format json` is asked for; `text` is the other one. @throws {UsageError} */
export function isJsonAsked({ format = 'text' }: ParsedArguments['values']): boolean {
  if (!['text', 'json'].includes(format))
    throw new UsageError(`--format is ${JSON.stringify(format)}; allowed: text, json.`);
  return format === 'json';
}

/** @throws {UsageError} unless there is exactly one execution among the words */
export function onlyExecution(positionals: readonly string[]): string {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0)
    throw new UsageError(`name one execution by its id, such as ${exampleId}.`);
  if (!isExecutionId(id))
    throw new UsageError(`${JSON.stringify(id)} is no id of an execution; they are like ${exampleId}.`);
  return id;
}

const exampleId = '01KBMW7XQ4E2N0V5R8T3Y6Z9AC';

/** @throws {UsageError} unless there is exactly one file among the words */
export function onlyFile(positionals: readonly string[]): string {
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('name the file of a flow, or - to read it from standard input.');
  if (others.length > 0)
    throw new UsageError(`name one file; there are ${positionals.length}: ${positionals.join(', ')}.`);
  return file;
}
