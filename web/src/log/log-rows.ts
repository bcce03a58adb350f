import { rowCount, rowStarts } from './line-cells.ts';
import type { LogLines } from './log-lines.ts';
import { isAmong, positionOf } from './sorted-lines.ts';

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
 * down it is. Without `columns`, each line is a row. Rows can be those of only some lines, which are sorted and grow.
 */
export class LogRows {
  readonly #lines: LogLines;
  readonly #columns: number | undefined;
  readonly #only: readonly number[] | undefined;
  /** The row after each shown line. */
  #ends = new Uint32Array(1024);
  #counted = 0;

  constructor(lines: LogLines, columns: number | undefined, only?: readonly number[]) {
    this.#lines = lines;
    this.#columns = columns;
    this.#only = only;
  }

  get isWrapped(): boolean {
    return this.#columns !== undefined;
  }

  get count(): number {
    if (this.#columns === undefined) return this.#shown;
    this.#countOn(this.#columns);
    return this.#ends[this.#counted - 1] ?? 0;
  }

  /** Whether a line has rows. */
  shows(line: number): boolean {
    return this.#only === undefined || isAmong(this.#only, line);
  }

  /** The first row of a line, or of the next one that is shown. */
  rowOf(line: number): number {
    const position = this.#only === undefined ? line : positionOf(this.#only, line);
    if (this.#columns === undefined) return position;
    this.#countOn(this.#columns);
    return position <= 0 ? 0 : (this.#ends[Math.min(position, this.#counted) - 1] ?? 0);
  }

  /** The line that a row belongs to. */
  lineOf(row: number): number {
    return this.#lineAt(Math.min(this.#positionAt(row), Math.max(0, this.#shown - 1)));
  }

  /** The rows from start to end, not including the end. */
  slice(start: number, end: number): readonly LogRow[] {
    const rows: LogRow[] = [];
    for (let position = this.#positionAt(start); rows.length < end - start && position < this.#shown; position++)
      rows.push(...this.#rowsOf(this.#lineAt(position), start, end));
    return rows;
  }

  /** How many lines. */
  get #shown(): number {
    return this.#only?.length ?? this.#lines.count;
  }

  #lineAt(position: number): number {
    return this.#only === undefined ? position : (this.#only[position] ?? 0);
  }

  /** The position among the shown lines of that to which a row belongs. */
  #positionAt(row: number): number {
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
    const count = this.#shown;
    if (count > this.#ends.length) {
      const larger = new Uint32Array(Math.max(count, this.#ends.length * 2));
      larger.set(this.#ends);
      this.#ends = larger;
    }
    for (; this.#counted < count; this.#counted++) {
      const before = this.#counted === 0 ? 0 : this.#ends[this.#counted - 1]!;
      this.#ends[this.#counted] = before + rowCount(this.#lines.text(this.#lineAt(this.#counted)), columns);
    }
  }
}
