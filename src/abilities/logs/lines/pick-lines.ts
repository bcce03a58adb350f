import type { LinePicker } from '../../../store/executions/logs/line-picker.ts';
import type { ByteRange } from './log-bytes.ts';

const lineFeed = 0x0a;

/**
 * The parts of some bytes that a picker takes, as few as possible. It is called only for lines that can affect its decision,
 * so that millions of short lines cost little.
 * @param bytes whole lines
 */
export function pickLines(bytes: Buffer, picker: LinePicker | undefined): readonly ByteRange[] {
  if (picker === undefined) return bytes.length === 0 ? [] : [{ start: 0, end: bytes.length }];
  const picked = new Ranges();
  const marks = new Marks(bytes, picker.prefixes);
  for (let at = 0; at < bytes.length;) {
    const mark = marks.next(at);
    if (mark > at && picker.take('')) picked.add(at, mark);
    if (mark === bytes.length) break;
    const feed = bytes.indexOf(lineFeed, mark);
    const end = feed === -1 ? bytes.length : feed;
    at = Math.min(end + 1, bytes.length);
    if (picker.take(bytes.toString('utf8', mark, end))) picked.add(mark, at);
  }
  return picked.all;
}

/** Where lines begin that a picker may decide on. */
class Marks {
  readonly #bytes: Buffer;
  readonly #afterFeed: readonly Buffer[];
  /** The next one with each of the prefixes. */
  readonly #next: number[];

  constructor(bytes: Buffer, prefixes: readonly string[]) {
    this.#bytes = bytes;
    this.#afterFeed = prefixes.map((prefix) => Buffer.from(`\n${prefix}`));
    this.#next = prefixes.map((prefix, index) => (startsWith(bytes, prefix) ? 0 : this.#find(index, 0)));
  }

  /** @returns the end of the bytes without one */
  next(start: number): number {
    for (const [index, found] of this.#next.entries()) if (found < start) this.#next[index] = this.#find(index, start);
    return Math.min(...this.#next);
  }

  #find(index: number, start: number): number {
    const found = this.#bytes.indexOf(this.#afterFeed[index] ?? '', Math.max(0, start - 1));
    return found === -1 ? this.#bytes.length : found + 1;
  }
}

function startsWith(bytes: Buffer, prefix: string): boolean {
  return bytes.toString('latin1', 0, prefix.length) === prefix;
}

/** Ranges in order; adjacent ones are joined. */
class Ranges {
  readonly all: { start: number; end: number }[] = [];

  add(start: number, end: number): void {
    const last = this.all.at(-1);
    if (last?.end === start) last.end = end;
    else this.all.push({ start, end });
  }
}
