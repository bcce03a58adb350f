import type { TextRange } from '../problem/problem.ts';

/** A position as the Language Server Protocol counts: from 0, in UTF-16 code units. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

export interface LineRange {
  readonly start: LinePosition;
  readonly end: LinePosition;
}

/** Converts between offsets in a text and lines. What is outside the text becomes its nearest position. */
export class TextPositions {
  readonly #length: number;
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];

  constructor(text: string) {
    const breaks = [...text.matchAll(/\r\n|\r|\n/g)];
    this.#length = text.length;
    this.#starts = [0, ...breaks.map(({ index, 0: lineBreak }) => index + lineBreak.length)];
    this.#ends = [...breaks.map(({ index }) => index), text.length];
  }

  offsetAt({ line, character }: LinePosition): number {
    if (line < 0) return 0;
    const start = this.#starts[line];
    if (start === undefined) return this.#length;
    return Math.min(start + Math.max(0, character), this.#ends[line] ?? this.#length);
  }

  positionAt(offset: number): LinePosition {
    const within = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= within) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: within - this.#starts[low]! };
  }

  rangeOf({ start, end }: TextRange): LineRange {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}
