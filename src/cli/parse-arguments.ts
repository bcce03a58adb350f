import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageFault } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

interface ParsedArguments {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly positionals: readonly string[];
}

/**
 * Reads options with a text value (`--format json`, `-o file`) and the words between them.
 * @throws {UsageFault} for an unknown option or one without its value
 */
export function parseArguments(args: readonly string[], options: Record<string, { readonly short?: string }>): ParsedArguments {
  const config: Options = Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { type: 'string', ...option }]));
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: config, allowPositionals: true });
    return { values: values as ParsedArguments['values'], positionals }; // every option above takes one text
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
