import { RangeList } from './range-list.ts';
import type { SecretSearch } from './secret-search.ts';

/** Whether a string consists of letters, digits and underscores; all characters outside ASCII count as letters. */
export function isWord(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (!isWordCode(text.charCodeAt(index))) return false;
  return text !== '';
}

/** Searches for short strings that stand alone: as a whole word. What sets a colour is no part of a word. */
export class WordSearch implements SecretSearch {
  readonly found = new RangeList();
  readonly #words: ReadonlySet<string>;
  readonly #maxLength: number;
  #position = 0;
  /** The word at the end of the text so far, cut off when it is longer than all strings. */
  #word = '';
  /** What was read of an escape sequence: nothing, its ESC, or also its `[` and numbers. */
  #escape: '' | '\u001b' | '\u001b[' = '';

  /** @param words as `isWord` defines them */
  constructor(words: ReadonlySet<string>) {
    this.#words = words;
    this.#maxLength = Math.max(...[...words].map(({ length }) => length));
  }

  get open(): number {
    return this.#word.length > this.#maxLength ? this.#position : this.#position - this.#word.length;
  }

  read(part: string): void {
    for (let index = 0; index < part.length; index++) {
      if (this.#endsEscape(part[index]!)) this.#word = '';
      else if (isWordCode(part.charCodeAt(index))) {
        if (this.#word.length <= this.#maxLength) this.#word += part[index];
      } else if (this.#word !== '') this.#endWord(this.#position + index);
    }
    this.#position += part.length;
  }

  end(): void {
    if (this.#word !== '') this.#endWord(this.#position);
    this.#escape = '';
  }

  /** Whether a character is the last one of an escape sequence. */
  #endsEscape(character: string): boolean {
    const before = this.#escape;
    if (character === '\u001b') this.#escape = character;
    else if (before === '\u001b' && character === '[') this.#escape = '\u001b[';
    else if (before !== '\u001b[' || !/[0-9;:?]/.test(character)) this.#escape = '';
    return before === '\u001b[' && /[A-Za-z]/.test(character);
  }

  #endWord(end: number): void {
    if (this.#words.has(this.#word)) this.found.add(end - this.#word.length, end);
    this.#word = '';
  }
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127
  );
}
