import type { SourceRange, TextRange } from '../../problem/problem.ts';
import { firstAtLeast } from '../../text/sorted-index.ts';

/** Turns offsets into lines and columns. Finds the line ends on first use, because most documents have no problems. */
export class SourceLines {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  range({ start, end }: TextRange): SourceRange {
    const from = this.#position(start);
    const to = this.#position(end);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  #position(offset: number): { line: number; column: number } {
    this.#starts ??= lineStarts(this.#text);
    const line = firstAtLeast(this.#starts, offset + 1);
    return { line, column: offset - this.#starts[line - 1]! + 1 }; // the first line starts at 0
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}
