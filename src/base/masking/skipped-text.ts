/** What was skipped before a character: `count` characters before `kept`, counted without skipped ones. */
interface Skipped {
  readonly kept: number;
  readonly count: number;
}

/** Where the characters of a text are, of which a search skips some. */
export class SkippedText {
  /** The number of characters read, without skipped ones. */
  kept = 0;
  #skipped: Skipped[] = [{ kept: 0, count: 0 }];

  /** The number of skipped characters. */
  get count(): number {
    return this.#skipped.at(-1)!.count;
  }

  /** Skips the next characters. */
  skip(length: number): void {
    this.#skipped.push({ kept: this.kept, count: this.count + length });
  }

  /** The index in the text of a character that is counted without skipped ones. */
  positionOf(kept: number): number {
    let [low, high] = [0, this.#skipped.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#skipped[middle]!.kept <= kept) low = middle;
      else high = middle;
    }
    return kept + this.#skipped[low]!.count;
  }

  /** Forgets what was skipped before a character, counted without skipped ones. */
  forget(open: number): void {
    let first = this.#skipped.length - 1;
    while (first > 0 && this.#skipped[first]!.kept > open) first--;
    if (first > 0) this.#skipped = this.#skipped.slice(first);
  }
}
