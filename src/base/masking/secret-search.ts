import { EscapeSplitter, maxEscape } from './escape-splitter.ts';
import { RangeList } from './range-list.ts';
import { SkippedText } from './skipped-text.ts';
import type { TextAutomaton } from './text-automaton.ts';

/** Searches a text that arrives in parts. All indexes count from the beginning of the text. */
export interface SecretSearch {
  readonly found: RangeList;
  /** The index from which on a match may begin that is not complete yet. */
  readonly open: number;
  read(part: string): void;
  /** The text is complete. */
  end(): void;
}

/**
 * Searches for strings. Tools can set colours within one, such as `grep --color`, and readers do not see the escape
 * sequences that do; so they are skipped, unless they are a part of the string.
 */
export class PlainSearch implements SecretSearch {
  readonly found = new RangeList();
  readonly #automaton: TextAutomaton;
  /** The node after the text so far, without skipped escapes. */
  #node = 0;
  readonly #text = new SkippedText();
  readonly #splitter = new EscapeSplitter();

  constructor(automaton: TextAutomaton) {
    this.#automaton = automaton;
  }

  get open(): number {
    return this.#text.positionOf(this.#openAt);
  }

  get #openAt(): number {
    return this.#text.kept - this.#automaton.openLength(this.#node);
  }

  read(part: string): void {
    for (const { text, isEscape } of this.#splitter.split(part))
      if (isEscape && !this.#isPart(text)) this.#text.skip(text.length);
      else this.#match(text);
    this.#text.forget(this.#openAt);
  }

  /** Whether the next characters continue a string, or end one. */
  #isPart(escape: string): boolean {
    let isPart = false;
    const after = this.#automaton.read(escape, this.#node, [0, escape.length], (end, length) => {
      isPart ||= length >= end;
    });
    return isPart || this.#automaton.openLength(after) >= escape.length;
  }

  #match(text: string): void {
    const offset = this.#text.kept;
    const skipped = this.#text.count;
    this.#node = this.#automaton.read(text, this.#node, [0, text.length], (end, length) =>
      this.found.add(this.#text.positionOf(offset + end - length), offset + end + skipped),
    );
    this.#text.kept += text.length;
  }

  end(): void {
    this.#match(this.#splitter.end());
    this.#node = 0;
  }
}

/**
 * Searches for strings that begin within an escape sequence: `ESC [ b` is one, so readers of the raw text see a string
 * that begins with `b` there. Only a text with escape sequences costs time.
 */
export class EscapeSearch implements SecretSearch {
  readonly found = new RangeList();
  readonly #automaton: TextAutomaton;
  #node = 0;
  #position = 0;
  /** The index after the latest escape sequence, or a greater one. */
  #escapeEnd = 0;

  constructor(automaton: TextAutomaton) {
    this.#automaton = automaton;
  }

  get open(): number {
    return this.#position - this.#automaton.openLength(this.#node);
  }

  read(part: string): void {
    const offset = this.#position;
    this.#position += part.length;
    const isContinued = this.#node !== 0 || offset < this.#escapeEnd;
    const from = isContinued ? 0 : part.indexOf('\u001b');
    if (from === -1) return;
    this.#escapeEnd = Math.max(this.#escapeEnd, offset + part.lastIndexOf('\u001b') + maxEscape);
    this.#node = this.#automaton.read(part, this.#node, [from, part.length], (end, length) =>
      this.found.add(offset + end - length, offset + end),
    );
  }

  end(): void {
    this.#node = 0;
  }
}
