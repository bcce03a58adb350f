import type { TextOrJson } from './declaration/common-options.ts';
import { jsonText, textTable } from './terminal-text.ts';
import type { Terminal } from './terminal.ts';

export interface ResultFormat {
  readonly format: TextOrJson;
}

/** Prints a result as JSON or as text, as `--format` asks. */
export function printResult(value: unknown, text: string, { format }: ResultFormat, { stdout }: Terminal): void {
  stdout.write(format === 'json' ? jsonText(value) : text);
}

/** Prints a list as JSON or as a table. @param columns the cell of an item, by the heading of its column */
export function printTable<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => string>>,
  format: ResultFormat,
  terminal: Terminal,
): void {
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
  printResult(items, textTable(Object.keys(columns), rows), format, terminal);
}
