import type { TextOrJson } from './declaration/common-words.ts';
import { jsonText, tableLines } from './terminal-text.ts';
import type { Terminal } from './terminal.ts';

export interface ResultFormat {
  readonly format: TextOrJson;
}

/** Prints a result as JSON or as lines of text, depending on `--format`. */
export function printResult(
  value: unknown,
  lines: readonly string[],
  { format }: ResultFormat,
  { stdout }: Terminal,
): void {
  if (format === 'json') stdout.write(jsonText(value));
  else stdout.writeLines(...lines);
}

/** Prints a list as JSON or as a table. @param columns the cell of an item, by the heading of its column */
export function printTable<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => string>>,
  format: ResultFormat,
  terminal: Terminal,
): void {
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
  printResult(items, tableLines(Object.keys(columns), rows), format, terminal);
}

/** How often each outcome occurred, as `2 created, 0 updated`. */
export function countsText(outcomes: readonly string[], names: readonly string[]): string {
  return names.map((name) => `${outcomes.filter((outcome) => outcome === name).length} ${name}`).join(', ');
}

/** `1 error`, `2 errors`. */
export function amount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
