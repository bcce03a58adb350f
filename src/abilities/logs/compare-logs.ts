import { feedsIn } from './lines/feeds-in.ts';
import type { LogChunk } from './lines/log-reading.ts';

interface LogLine {
  /** From 1. */
  readonly line: number;
  /** Its beginning. */
  readonly text: string;
}

export interface LogDifference {
  /** The first line that is not the same in both; a log without it has ended before. Undefined without a difference. */
  readonly first?: { readonly left: LogLine | undefined; readonly right: LogLine | undefined };
  /** Whether only the beginnings were compared. */
  readonly isCut: boolean;
}

type LogChunks = AsyncGenerator<LogChunk, unknown>;

const maxText = 500;
const lineFeed = 0x0a;
const noBytes = Buffer.alloc(0);

/** Compares two logs while they are read. A line feed at the end makes no difference. @param maxBytes read of each */
export async function compareLogs(left: LogChunks, right: LogChunks, maxBytes: number): Promise<LogDifference> {
  const [one, other] = [new LogSide(left, maxBytes), new LogSide(right, maxBytes)];
  try {
    for (let line = 1; ;) {
      const [bytes, otherBytes] = await Promise.all([one.peek(), other.peek()]);
      const same = sameLength(bytes, otherBytes);
      if (same === 0) {
        const isCut = one.isCut || other.isCut;
        if (bytes.length + otherBytes.length === 0) return { isCut };
        const [text, otherText] = await Promise.all([one.lineText(), other.lineText()]);
        const at = (found: string | undefined) => (found === undefined ? undefined : { line, text: found });
        return { first: { left: at(text), right: at(otherText) }, isCut };
      }
      line += feedsIn(bytes.subarray(0, same));
      one.skip(same);
      other.skip(same);
    }
  } finally {
    await Promise.all([left.return(undefined), right.return(undefined)]);
  }
}

/** One of two logs, up to a maximum, with a line feed at its end. */
class LogSide {
  readonly #chunks: LogChunks;
  #left: number;
  /** The bytes that were read and not compared. */
  #bytes: Buffer = noBytes;
  /** The beginning of the line that is compared. */
  #begun: Buffer = noBytes;
  #isLineEnd = true;
  isCut = false;

  constructor(chunks: LogChunks, maxBytes: number) {
    this.#chunks = chunks;
    this.#left = maxBytes;
  }

  /** The next bytes; empty at the end. */
  async peek(): Promise<Buffer> {
    while (this.#bytes.length === 0 && !this.isCut) {
      const { done, value } = await this.#chunks.next();
      if (done === true) {
        if (!this.#isLineEnd) this.#bytes = Buffer.from('\n');
        this.#isLineEnd = true;
        break;
      }
      const bytes = Buffer.concat(value.texts.map((text) => text.bytes));
      this.isCut = bytes.length > this.#left;
      this.#bytes = bytes.subarray(0, this.#left);
      this.#left -= this.#bytes.length;
      if (bytes.length > 0) this.#isLineEnd = bytes.at(-1) === lineFeed;
    }
    return this.#bytes;
  }

  skip(length: number): void {
    const skipped = this.#bytes.subarray(0, length);
    const start = skipped.lastIndexOf(lineFeed) + 1;
    this.#begun = Buffer.concat([start > 0 ? noBytes : this.#begun, skipped.subarray(start)]).subarray(0, 4 * maxText);
    this.#bytes = this.#bytes.subarray(length);
  }

  /** The beginning of the line that is compared; undefined if the log ended before it. */
  async lineText(): Promise<string | undefined> {
    const isEnd = this.#bytes.length === 0;
    while (this.#begun.length < 4 * maxText && (await this.peek()).length > 0) {
      const feed = this.#bytes.indexOf(lineFeed);
      if (feed !== -1) {
        this.#begun = Buffer.concat([this.#begun, this.#bytes.subarray(0, feed)]);
        break;
      }
      this.skip(this.#bytes.length);
    }
    return isEnd && this.#begun.length === 0 ? undefined : this.#begun.toString().slice(0, maxText);
  }
}

/** How many bytes at the beginning are the same. */
function sameLength(one: Buffer, other: Buffer): number {
  const length = Math.min(one.length, other.length);
  if (one.subarray(0, length).equals(other.subarray(0, length))) return length;
  let at = 0;
  while (one[at] === other[at]) at++;
  return at;
}
