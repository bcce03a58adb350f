/** A value for programs, as `--format json` prints it; ends with a line break. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Columns as wide as their widest cell. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = [head, ...rows.map((row) => row.map(withoutControls))];
  const widths = head.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return table.map((row) => `${line(row)}\n`).join('');
}

/** `2026-01-02 03:04:05` in the zone of whoever reads it. */
export function localTime(time: string): string {
  return new Date(time).toLocaleString('sv-SE');
}

/** What a terminal takes for a command (C0, DEL, C1), and what turns the direction of the text around it. */
const controls = '\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';
const anyControl = new RegExp(`[${controls}]`, 'g');
// Line breaks and tabs only lay text out, and no carriage return but that of a line break may overwrite what stands there.
const unlaidControl = new RegExp(`\\r(?!\\n)|(?![\\n\\t\\r])[${controls}]`, 'g');
const colour = '\\u001b\\[[0-9;:]*m';
const colourOrControl = new RegExp(`${colour}|${unlaidControl.source}`, 'g');
const colouredLine = new RegExp(`^.*${colour}.*$`, 'gm');

const endOfColours = '\u001b[0m';

/** A text that stays in its line and does not speak to the terminal. */
export function withoutControls(text: string): string {
  return text.replace(anyControl, escaped);
}

/** The same for a text of several lines, whose line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(unlaidControl, escaped);
}

/** Lines of a log: colours stay where they are shown, up to the end of their line, and are left out elsewhere. */
export function logText(text: string, { isColoured }: { readonly isColoured: boolean }): string {
  // What was overwritten in a line while it was written becomes a line of its own.
  const lines = text.replace(/\r(?!\n)/g, '\n');
  const visible = lines.replace(colourOrControl, (found) =>
    found.length === 1 ? escaped(found) : isColoured ? found : '',
  );
  return isColoured
    ? visible.replace(colouredLine, (line) => line.replace(/\r?$/, (end) => endOfColours + end))
    : visible;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
