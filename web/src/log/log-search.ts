import type { LogLines } from './log-lines.ts';

/** The lines of a growing log that contain a text, ignoring case. Searches in steps, so that typing stays responsive. */
export class LogSearch {
  /** The lines, in order. */
  readonly matches: number[] = [];
  readonly #lines: LogLines;
  readonly #text: string;
  #next = 0;

  constructor(lines: LogLines, text: string) {
    this.#lines = lines;
    this.#text = text.toLowerCase();
  }

  /** Whether all lines that exist so far were searched. */
  get isUpToDate(): boolean {
    return this.#next >= this.#lines.count;
  }

  /** Searches for about this long. */
  advance(milliseconds: number): void {
    const end = performance.now() + milliseconds;
    while (!this.isUpToDate) {
      const stop = Math.min(this.#lines.count, this.#next + 500);
      for (; this.#next < stop; this.#next++)
        if (this.#lines.text(this.#next).toLowerCase().includes(this.#text)) this.matches.push(this.#next);
      if (performance.now() >= end) return;
    }
  }
}
