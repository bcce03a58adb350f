/** A place in a text: 1-based, columns in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Looks up the lines and columns of offsets in a text. */
export class TextPlaces {
  /** The offset at which each line starts. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
    this.#starts = starts;
  }

  get lines(): number {
    return this.#starts.length;
  }

  at(offset: number): TextPlace {
    let [first, last] = [0, this.#starts.length - 1];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if ((this.#starts[middle] ?? Infinity) <= offset) first = middle;
      else last = middle - 1;
    }
    return { line: first + 1, column: offset - (this.#starts[first] ?? 0) + 1 };
  }
}
