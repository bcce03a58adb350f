/** The result at a position: the length of the longest match, or 0 if nothing matches. */
export type FoundAt = number | 'undecided';

/**
 * Searches for many strings at once. Its time depends little on how many there are; it needs about as much memory as
 * they do.
 */
export class TextSearch {
  /** Sorted by code units, so that strings with a common prefix are adjacent. */
  readonly #texts: readonly string[];
  /** Indexed by the hash of the first three code units: whether any string begins this way. */
  readonly #beginnings = new Uint8Array(tableSize);

  /** @param texts distinct strings of at least three characters */
  constructor(texts: Iterable<string>) {
    this.#texts = [...texts].toSorted((left, right) => (left < right ? -1 : 1));
    for (const text of this.#texts)
      this.#beginnings[hashOf(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2))] = 1;
  }

  /**
   * The first position from `start` on where one of the strings matches or, unless the text ends here, where it might
   * match once more text follows; the length of the text if there is none.
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

  /** The strings that match the text from `index` on form a range, which narrows with each character. */
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

  /**
   * The index of the first string in a range whose code unit at a depth is at least this one; all strings reach that
   * depth.
   */
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
