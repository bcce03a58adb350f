import { EscapeSplitter } from './escape-splitter.ts';
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
  readonly #splitter = new EscapeSplitter();

  /** @param words as `isWord` defines them */
  constructor(words: ReadonlySet<string>) {
    this.#words = words;
    this.#maxLength = Math.max(...[...words].map(({ length }) => length));
  }

  get open(): number {
    return this.#word.length > this.#maxLength ? this.#position : this.#position - this.#word.length;
  }

  read(part: string): void {
    for (const { text, isEscape } of this.#splitter.split(part)) {
      if (!isEscape) this.#readWords(text);
      else if (this.#word !== '') this.#endWord(this.#position);
      this.#position += text.length;
    }
  }

  end(): void {
    const rest = this.#splitter.end();
    this.#readWords(rest);
    this.#position += rest.length;
    if (this.#word !== '') this.#endWord(this.#position);
  }

  #readWords(text: string): void {
    for (let index = 0; index < text.length; index++) {
      if (isWordCode(text.charCodeAt(index))) {
        if (this.#word.length <= this.#maxLength) this.#word += text[index];
      } else if (this.#word !== '') this.#endWord(this.#position + index);
    }
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
