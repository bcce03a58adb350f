import { isContinuation } from './log-bytes.ts';

/** A line of a log, or a part of a long one, and the offset of the next one, in bytes. */
export interface LogLine {
  readonly text: string;
  readonly next: number;
  /** Whether the line goes on. */
  readonly isPart?: boolean;
}

/** Max bytes of a line. Each reader of a log holds one in memory, and a script can print megabytes without a break. */
export const maxLineBytes = 256 * 1024;
const lineFeed = 0x0a;

/**
 * Cuts bytes at line breaks, so that no character is cut. A longer line than `maxLineBytes` comes in parts.
 * @param start the offset of the first byte
 */
export async function* splitLines(pieces: AsyncIterable<Buffer>, start: number): AsyncGenerator<LogLine> {
  let next = start;
  const begun = new BegunLine();
  for await (const piece of pieces) {
    let rest = piece;
    while (rest.length > 0) {
      const end = rest.indexOf(lineFeed);
      const isWhole = end !== -1 && begun.length + end <= maxLineBytes;
      const taken = begun.take(isWhole ? rest.subarray(0, end) : rest);
      rest = rest.subarray(taken + (isWhole ? 1 : 0));
      if (!isWhole && begun.length < maxLineBytes) break;
      const line = isWhole ? begun.end() : begun.endPart();
      next += line.length + (isWhole ? 1 : 0);
      yield { text: line.toString(), next, ...(!isWhole && { isPart: true }) };
    }
  }
  const line = begun.end();
  if (line.length > 0) yield { text: line.toString(), next: next + line.length };
}

/** The beginning of a line whose end has not arrived yet. It is joined once, because it can arrive in many pieces. */
class BegunLine {
  #pieces: Buffer[] = [];
  length = 0;

  /** @returns how many bytes it had room for */
  take(bytes: Buffer): number {
    const taken = bytes.subarray(0, maxLineBytes - this.length);
    this.#pieces.push(taken);
    this.length += taken.length;
    return taken.length;
  }

  end(): Buffer {
    const line = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.length = 0;
    return line;
  }

  /** Keeps a character that has only begun. */
  endPart(): Buffer {
    const all = this.end();
    const cut = lastCharacter(all);
    if (cut > 0) this.take(all.subarray(cut));
    return cut > 0 ? all.subarray(0, cut) : all;
  }
}

/** Where the last character of UTF-8 begins; 0 for bytes that are not UTF-8. */
function lastCharacter(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > bytes.length - 5; at--) if (!isContinuation(bytes[at] ?? 0)) return at;
  return 0;
}
