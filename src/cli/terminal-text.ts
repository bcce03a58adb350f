/** A value for programs, as `--format json` prints it; ends with a line break. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Columns as wide as their widest cell. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = [head, ...rows.map((row) => row.map(withoutControls))];
  const widths = head.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd();
  return table.map((row) => `${line(row)}\n`).join('');
}

/** `2026-01-02 03:04:05` in the zone of whoever reads it. */
export function localTime(time: string): string {
  return new Date(time).toLocaleString('sv-SE');
}

/** Text of a document must neither break the line nor speak to the terminal. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
