import { rowCount, rowStarts } from './line-cells.ts';
import type { LogLines } from './log-lines.ts';

/** A row of the view: a line, or a part of one that is wrapped. */
export interface LogRow {
  /** From 0. */
  readonly line: number;
  /** The part of the text of the line, without escape sequences. */
  readonly start: number;
  readonly end: number;
}

/** Characters of a line that are shown in one row; a longer line can be wrapped. */
export const maxShown = 4_000;

/**
 * The rows of a growing log, by arithmetic alone: nothing is measured, so that every position is exact, however far
 * down it is. Without `columns`, each line is a row.
 */
export class LogRows {
  readonly #lines: LogLines;
  readonly #columns: number | undefined;
  /** The row after each line. */
  #ends = new Uint32Array(1024);
  #counted = 0;

  constructor(lines: LogLines, columns: number | undefined) {
    this.#lines = lines;
    this.#columns = columns;
  }

  get isWrapped(): boolean {
    return this.#columns !== undefined;
  }

  get count(): number {
    if (this.#columns === undefined) return this.#lines.count;
    this.#countOn(this.#columns);
    return this.#ends[this.#counted - 1] ?? 0;
  }

  /** The first row of a line. */
  rowOf(line: number): number {
    if (this.#columns === undefined) return line;
    this.#countOn(this.#columns);
    return line <= 0 ? 0 : (this.#ends[Math.min(line, this.#counted) - 1] ?? 0);
  }

  /** The line that a row belongs to. */
  lineOf(row: number): number {
    if (this.#columns === undefined) return row;
    let low = 0;
    let high = this.#counted;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ends[middle]! <= row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The rows from start to end, not including the end. */
  slice(start: number, end: number): readonly LogRow[] {
    const rows: LogRow[] = [];
    for (let line = this.lineOf(start); rows.length < end - start && line < this.#lines.count; line++)
      rows.push(...this.#rowsOf(line, start, end));
    return rows;
  }

  /** The rows of a line that are from start to end. */
  #rowsOf(line: number, start: number, end: number): readonly LogRow[] {
    const { length } = this.#lines.text(line);
    if (this.#columns === undefined) return [{ line, start: 0, end: Math.min(length, maxShown) }];
    const first = this.rowOf(line);
    const starts = rowStarts(this.#lines.text(line), this.#columns);
    return starts
      .map((from, part) => ({ line, start: from, end: starts[part + 1] ?? length }))
      .slice(Math.max(0, start - first), Math.max(0, end - first));
  }

  #countOn(columns: number): void {
    const { count } = this.#lines;
    if (count > this.#ends.length) {
      const larger = new Uint32Array(Math.max(count, this.#ends.length * 2));
      larger.set(this.#ends);
      this.#ends = larger;
    }
    for (; this.#counted < count; this.#counted++) {
      const before = this.#counted === 0 ? 0 : this.#ends[this.#counted - 1]!;
      this.#ends[this.#counted] = before + rowCount(this.#lines.text(this.#counted), columns);
    }
  }
}
