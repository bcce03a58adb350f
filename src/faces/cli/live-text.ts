import { endingColours, hasColour, visibleLog } from './terminal-text.ts';

// A colour that is cut off at the end of a piece, or a carriage return that may be half a line break.
// oxlint-disable-next-line no-control-regex -- an escape sequence
const undecided = /(?:\r|\u001b(?:\[[0-9;:]{0,60})?)$/;

/** Makes output that arrives in pieces harmless on a terminal, as `logText` does with complete lines. */
export class LiveText {
  readonly #isColoured: boolean;
  #held = '';
  /** Whether the text so far ends within a line, and whether that line has a colour. */
  #isMidLine = false;
  #hasColour = false;

  constructor(isColoured: boolean) {
    this.#isColoured = isColoured;
  }

  /** @returns the text to print now */
  push(piece: string): string {
    const text = this.#held + piece;
    this.#held = undecided.exec(text)?.[0] ?? '';
    return this.#print(text.slice(0, text.length - this.#held.length));
  }

  /** @returns the rest of the last line */
  end(): string {
    const rest = this.#print(this.#held.replace('\r', '\n'));
    this.#held = '';
    return this.#isMidLine ? rest + this.#print('\n') : rest;
  }

  #print(text: string): string {
    const shown = visibleLog(text, { isColoured: this.#isColoured });
    return shown.replace(/[^\n]*\n|[^\n]+$/g, (line) => this.#endLine(line));
  }

  #endLine(line: string): string {
    this.#isMidLine = !line.endsWith('\n');
    this.#hasColour ||= hasColour(line);
    if (this.#isMidLine || !this.#hasColour) return line;
    this.#hasColour = false;
    return endingColours(line);
  }
}
