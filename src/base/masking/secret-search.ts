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

// oxlint-disable-next-line no-control-regex -- what sets colours in terminals begins with ESC
const escapes = /\u001b\[[0-9;:?]{0,30}[A-Za-z]/g;
// oxlint-disable-next-line no-control-regex
const begunEscape = /\u001b(?:\[[0-9;:?]{0,30})?$/;

/** Not less than the characters of an escape sequence. */
const maxEscape = 40;

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
  /** The beginning of an escape at the end of the text so far. */
  #begun = '';

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
    const given = this.#begun + part;
    this.#begun = given.includes('\u001b') ? (begunEscape.exec(given)?.[0] ?? '') : '';
    const text = given.slice(0, given.length - this.#begun.length);
    let from = 0;
    for (const { 0: escape, index } of text.includes('\u001b') ? text.matchAll(escapes) : []) {
      this.#match(text, from, index);
      from = index + escape.length;
      if (this.#isPart(escape)) this.#match(text, index, from);
      else this.#text.skip(escape.length);
    }
    this.#match(text, from, text.length);
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

  #match(text: string, from: number, to: number): void {
    const offset = this.#text.kept - from;
    const skipped = this.#text.count;
    this.#node = this.#automaton.read(text, this.#node, [from, to], (end, length) =>
      this.found.add(this.#text.positionOf(offset + end - length), offset + end + skipped),
    );
    this.#text.kept += to - from;
  }

  end(): void {
    const begun = this.#begun;
    this.#begun = '';
    this.#match(begun, 0, begun.length);
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
