/** A value for programs, as `--format json` prints it; ends with a line break. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
