import { defaultMaxLogBytes } from '../../base/config/allowed-values.ts';

const maxTail = 4 * 1024 * 1024;

/** How many bytes of the beginning and of the end are kept of a log that is longer than its maximum. */
export function logParts(maxBytes: number): { readonly head: number; readonly tail: number } {
  const tail = Math.min(Math.floor(maxBytes / 4), maxTail);
  return { head: maxBytes - tail, tail };
}

const cutStart = '[Flowgate: this log nears its maximum of ';

/**
 * The line after the beginning of a long log. It is written while the execution runs, so the offsets of the lines
 * before it, and of the end after it, never change.
 * @param hint where to find the rest
 */
export function cutLine(maxBytes: number, hint = ''): string {
  return `\n${cutStart}${maxBytes} bytes; from here on only its end is kept, which follows when the execution has ended${hint}]\n`;
}

/** The line before the end of a log that has lost its middle. */
export const leftOutLine = '[Flowgate: a part was left out here]\n';

/** The line at which a log is cut off because it could not be written to its file, or to a store that is full. */
export function cutOffLine(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const reason = isFull
    ? 'the disk for logs was full'
    : code === 'insufficient-storage'
      ? 'the store was full'
      : `its file could not be written${code && ` (${code})`}`;
  return `\n[Flowgate: this log is cut off here: ${reason}]\n`;
}

/** @param line without its line break */
export function isCutLine(line: string): boolean {
  return line.startsWith(cutStart);
}

/** A text up to a character boundary at most `bytes` after its beginning. */
export function firstBytes(text: string, bytes: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}

/** The bytes without a character at their end that has only begun. */
export function wholeBytes(bytes: Buffer): Buffer {
  const start = bytes.findLastIndex((byte) => (byte & 0b1100_0000) !== 0b1000_0000);
  const first = bytes[start] ?? 0;
  const needed = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return bytes.length - start < needed ? bytes.subarray(0, start) : bytes;
}

/** The lines at the end of a text with at most this many bytes in total; the rest of a longer line is omitted. */
export function lastLines(text: string, bytes: number): string {
  const all = Buffer.from(text);
  if (all.length <= bytes) return text;
  // The byte before shows whether a line begins here.
  const start = all.indexOf(0x0a, all.length - bytes - 1);
  return start === -1 ? '' : all.subarray(start + 1).toString();
}

// Enough for the error that ends a segment, however long the earlier ones were.
const minSegmentBytes = 64 * 1024;

/** The limit of the log of a segment: what is left of that of the execution. */
export function segmentLogBytes(
  { earlierLogBytes = 0 }: { readonly earlierLogBytes?: number },
  maxBytes = defaultMaxLogBytes,
): number {
  return Math.max(minSegmentBytes, maxBytes - earlierLogBytes);
}
