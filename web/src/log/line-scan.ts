import type { LogLines } from './log-lines.ts';

/** The lines of a growing log that match. Looks at them in steps, so that the page stays responsive. */
export class LineScan {
  /** The lines, in order. */
  readonly matches: number[] = [];
  readonly #lines: LogLines;
  readonly #isMatch: (line: number) => boolean;
  #next = 0;

  constructor(lines: LogLines, isMatch: (line: number) => boolean) {
    this.#lines = lines;
    this.#isMatch = isMatch;
  }

  /** Whether all lines that exist so far were looked at. */
  get isUpToDate(): boolean {
    return this.#next >= this.#lines.count;
  }

  /** Goes on for about this long. */
  advance(milliseconds: number): void {
    const end = performance.now() + milliseconds;
    while (!this.isUpToDate) {
      const stop = Math.min(this.#lines.count, this.#next + 500);
      for (; this.#next < stop; this.#next++) if (this.#isMatch(this.#next)) this.matches.push(this.#next);
      if (performance.now() >= end) return;
    }
  }
}
