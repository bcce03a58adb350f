import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageFault } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

interface ParsedArguments {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The names of the switches that are there. */
  readonly switches: ReadonlySet<string>;
  readonly positionals: readonly string[];
}

/**
 * Reads options with a text value (`--format json`, `-o file`), switches without one (`--dry-run`), and the words between
 * them.
 * @throws {UsageFault} for an unknown option or one without its value
 */
export function parseArguments(args: readonly string[], options: Record<string, { readonly short?: string }>, switches: readonly string[] = []): ParsedArguments {
  const config: Options = {
    ...Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { type: 'string', ...option }])),
    ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' }])),
  };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: config, allowPositionals: true });
    const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return { values: Object.fromEntries(texts), switches: new Set(switches.filter((name) => values[name] === true)), positionals };
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** @throws {UsageFault} unless there is exactly one file among the words */
export function onlyFile(positionals: readonly string[]): string {
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageFault('name the file of a flow, or - to read it from standard input.');
  if (others.length > 0) throw new UsageFault(`name one file; there are ${positionals.length}: ${positionals.join(', ')}.`);
  return file;
}
