/** What stands at a place of a text: the length of the longest of the texts that are searched, and 0 where none stands. */
export type FoundAt = number | 'undecided';

/**
 * Searches for many texts at once. Takes time that depends little on how many there are, and no more memory than they do.
 */
export class TextSearch {
  /** In the order of their code units, so that those with one beginning stand side by side. */
  readonly #texts: readonly string[];
  /** By their first three code units, hashed: whether a text may begin so. */
  readonly #beginnings = new Uint8Array(tableSize);

  /** @param texts each of at least three characters, none twice */
  constructor(texts: Iterable<string>) {
    this.#texts = [...texts].toSorted((left, right) => (left < right ? -1 : 1));
    for (const text of this.#texts)
      this.#beginnings[hashOf(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2))] = 1;
  }

  /**
   * The first place from `start` on where one of the texts stands, or, unless the text ends here, might stand when it goes
   * on; the length of the text when there is none.
   */
  next(text: string, start: number, isEnd: boolean): { readonly index: number; readonly found: FoundAt } {
    const last = text.length - 2;
    let [first, second] = [text.charCodeAt(start), text.charCodeAt(start + 1)];
    for (let index = start; index < last; index++) {
      const third = text.charCodeAt(index + 2);
      if (this.#beginnings[hashOf(first, second, third)] === 1) {
        const found = this.#at(text, index, isEnd);
        if (found !== 0) return { index, found };
      }
      first = second;
      second = third;
    }
    if (isEnd) return { index: text.length, found: 0 };
    for (let index = Math.max(start, last); index < text.length; index++) {
      const found = this.#at(text, index, isEnd);
      if (found !== 0) return { index, found };
    }
    return { index: text.length, found: 0 };
  }

  /** The texts that go on as the text does from `index` on are a range, which narrows with each character. */
  #at(text: string, index: number, isEnd: boolean): FoundAt {
    let [low, high] = [0, this.#texts.length];
    let longest = 0;
    for (let depth = 0; low < high; depth++) {
      if (this.#texts[low]!.length === depth) {
        longest = depth;
        low++;
      }
      if (index + depth === text.length) return low < high && !isEnd ? 'undecided' : longest;
      const code = text.charCodeAt(index + depth);
      low = this.#firstFrom(low, high, depth, code);
      high = this.#firstFrom(low, high, depth, code + 1);
    }
    return longest;
  }

  /** The first text of a range that has at least this code unit at a depth that all of them reach. */
  #firstFrom(low: number, high: number, depth: number, code: number): number {
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#texts[middle]!.charCodeAt(depth) < code) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const tableSize = 1 << 16;

function hashOf(first: number, second: number, third: number): number {
  return ((first * 31 + second) * 31 + third) & (tableSize - 1);
}
