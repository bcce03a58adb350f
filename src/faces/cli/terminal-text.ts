import { writeJson } from '../../base/text/exact-json.ts';
import { escapedControl, unsafeControl, withoutControls } from '../../base/text/visible-text.ts';

export { visibleText, withoutControls } from '../../base/text/visible-text.ts';

/** A value as `--format json` prints it; ends with a line break. */
export function jsonText(value: unknown): string {
  return `${writeJson(value, 2)}\n`;
}

/** The lines of a table whose columns are as wide as their widest cell. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const table = [head, ...rows.map((row) => row.map(withoutControls))];
  const widths = head.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** `2026-01-02 03:04:05` in the local time zone. */
export function localTime(time: string): string {
  return new Date(time).toLocaleString('sv-SE');
}

const colour = '\\u001b\\[[0-9;:]*m';
const colourOrControl = new RegExp(`${colour}|${unsafeControl.source}`, 'g');
const anyColour = new RegExp(colour);
const colouredLine = new RegExp(`^.*${colour}.*$`, 'gm');

const endOfColours = '\u001b[0m';

export interface LogTextOptions {
  /** Whether colours are kept rather than removed. */
  readonly isColoured: boolean;
}

/** Lines of a log: keeps colours if they are shown, each until the end of its line, and removes them otherwise. */
export function logText(text: string, options: LogTextOptions): string {
  const visible = visibleLog(text, options);
  return options.isColoured ? visible.replace(colouredLine, endingColours) : visible;
}

/** A log without control characters other than those of lines and of shown colours. */
export function visibleLog(text: string, { isColoured }: LogTextOptions): string {
  // Each text that a carriage return would overwrite becomes a separate line.
  const lines = text.replace(/\r(?!\n)/g, '\n');
  return lines.replace(colourOrControl, (found) =>
    found.length === 1 ? escapedControl(found) : isColoured ? found : '',
  );
}

export function hasColour(text: string): boolean {
  return anyColour.test(text);
}

/** A line, with or without its line break, that ends its colours. */
export function endingColours(line: string): string {
  return line.replace(/\r?\n?$/, (end) => endOfColours + end);
}
