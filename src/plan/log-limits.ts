const maxTail = 4 * 1024 * 1024;

/** How many bytes of the beginning and of the end are kept of a log that is longer than its maximum. */
export function logParts(maxBytes: number): { readonly head: number; readonly tail: number } {
  const tail = Math.min(Math.floor(maxBytes / 4), maxTail);
  return { head: maxBytes - tail, tail };
}

const cutStart = '[Flowgate: this log nears its maximum of ';

/**
 * The line after the beginning of a long log. It is there while the execution runs, so that the offsets of the lines
 * before it, and of the end after it, never change.
 * @param hint where the rest is
 */
export function cutLine(maxBytes: number, hint = ''): string {
  return `\n${cutStart}${maxBytes} bytes; from here on only its end is kept, which follows when the execution has ended${hint}]\n`;
}

/** The line before the end of a log that has lost its middle. */
export const leftOutLine = '[Flowgate: a part was left out here]\n';

/** @param line without its line break */
export function isCutLine(line: string): boolean {
  return line.startsWith(cutStart);
}

/** A text up to a character boundary at most `bytes` after its beginning. */
export function firstBytes(text: string, bytes: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}

/** The lines at the end of a text that have at most so many bytes; what remains of a longer line is left out. */
export function lastLines(text: string, bytes: number): string {
  const all = Buffer.from(text);
  if (all.length <= bytes) return text;
  // The byte before tells whether a line begins here.
  const start = all.indexOf(0x0a, all.length - bytes - 1);
  return start === -1 ? '' : all.subarray(start + 1).toString();
}
