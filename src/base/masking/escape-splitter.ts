// oxlint-disable-next-line no-control-regex -- what sets colours in terminals begins with ESC
const escapes = /\u001b\[[0-9;:?]{0,30}[A-Za-z]/g;
// oxlint-disable-next-line no-control-regex
const begunEscape = /\u001b(?:\[[0-9;:?]{0,30})?$/;

/** Not less than the characters of an escape sequence. */
export const maxEscape = 40;

interface TextPiece {
  readonly text: string;
  readonly isEscape: boolean;
}

/** Splits a text that arrives in parts into escape sequences, which readers do not see, and what is between them. */
export class EscapeSplitter {
  /** The beginning of an escape at the end of the text so far. */
  #begun = '';

  /** @returns what is decided by now */
  split(part: string): readonly TextPiece[] {
    const given = this.#begun + part;
    if (!given.includes('\u001b')) return [{ text: given, isEscape: false }];
    this.#begun = begunEscape.exec(given)?.[0] ?? '';
    const pieces: TextPiece[] = [];
    let from = 0;
    for (const { 0: text, index } of given.matchAll(escapes)) {
      pieces.push({ text: given.slice(from, index), isEscape: false }, { text, isEscape: true });
      from = index + text.length;
    }
    pieces.push({ text: given.slice(from, given.length - this.#begun.length), isEscape: false });
    return pieces;
  }

  /** @returns the rest of the text, which is no escape */
  end(): string {
    const begun = this.#begun;
    this.#begun = '';
    return begun;
  }
}
