import { maskText } from './mask-text.ts';
import { joinRanges, type TextRange } from './range-list.ts';
import type { SecretSearch } from './secret-search.ts';

/** The searches for the secrets of a mask; each text needs its own. */
export interface Searches {
  readonly all: readonly SecretSearch[];
  /** The one among them whose matches can be broken into lines by a tool; these line breaks are masked too. */
  readonly broken?: SecretSearch | undefined;
}

/** Masks one text that arrives in parts. */
export class MaskStream {
  readonly #searches: Searches;
  /** The text that was not returned yet. */
  #held = '';
  /** The index after the text that was returned. */
  #start = 0;
  #end = 0;
  /** Whether the text that was returned ends with a mask that stands for the following characters too. */
  #isMasking = false;

  constructor(searches: Searches) {
    this.#searches = searches;
  }

  /** Whether text was not returned yet. */
  get isHolding(): boolean {
    return this.#held !== '';
  }

  /** @returns the text that is decided by now, masked */
  push(part: string): string {
    for (const search of this.#searches.all) search.read(part);
    this.#held += part;
    this.#end += part.length;
    return this.#release(Math.min(this.#end, ...this.#searches.all.map(({ open }) => open)));
  }

  /** @returns the rest of the text */
  end(): string {
    for (const search of this.#searches.all) search.end();
    return this.#release(this.#end);
  }

  #release(to: number): string {
    if (to === this.#start) return '';
    let masked = '';
    for (const range of joinRanges(this.#searches.all.map(({ found }) => found))) {
      if (range.start >= to) break;
      masked += this.#plain(range.start) + this.#masked(range, to);
    }
    masked += this.#plain(to);
    for (const { found } of this.#searches.all) found.dropTo(to);
    return masked;
  }

  #plain(to: number): string {
    if (to <= this.#start) return '';
    const text = this.#take(to - this.#start);
    this.#start = to;
    this.#isMasking = false;
    return text;
  }

  /** The part of a range that is decided: one mask for each of its lines. */
  #masked(range: TextRange, to: number): string {
    if (range.start === this.#start) this.#isMasking = false;
    const from = this.#start;
    this.#start = Math.min(range.end, to);
    let text = '';
    for (const { 0: found, index } of this.#take(this.#start - from).matchAll(/[^\r\n]+|[\r\n]/g)) {
      const isBreak = found === '\n' || found === '\r';
      if (isBreak && this.#isInBroken(from + index)) continue;
      if (isBreak) text += found;
      else if (!this.#isMasking) text += maskText;
      this.#isMasking = !isBreak;
    }
    return text;
  }

  #take(length: number): string {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return text;
  }

  #isInBroken(index: number): boolean {
    return this.#searches.broken?.found.ranges.some(({ start, end }) => start <= index && index < end) === true;
  }
}
