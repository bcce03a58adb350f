/** A part of a text: its start, and the index after its end. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Ranges in their order; those that overlap are joined, those that only touch are not. */
export class RangeList {
  #ranges: TextRange[] = [];

  get ranges(): readonly TextRange[] {
    return this.#ranges;
  }

  /** @param end not less than the earlier ones */
  add(start: number, end: number): void {
    const ranges = this.#ranges;
    let first = start;
    for (let last = ranges.at(-1); last !== undefined && last.end > start; last = ranges.at(-1)) {
      first = Math.min(first, last.start);
      ranges.pop();
    }
    ranges.push({ start: first, end });
  }

  /** Removes the ranges that end before or at an index. */
  dropTo(index: number): void {
    let count = 0;
    while (count < this.#ranges.length && this.#ranges[count]!.end <= index) count++;
    if (count > 0) this.#ranges = this.#ranges.slice(count);
  }
}

/** The ranges of several lists in one. */
export function joinRanges(lists: readonly RangeList[]): readonly TextRange[] {
  const used = lists.filter(({ ranges }) => ranges.length > 0);
  if (used.length <= 1) return used[0]?.ranges ?? [];
  const all = used.flatMap(({ ranges }) => ranges).toSorted((left, right) => left.start - right.start);
  const joined: TextRange[] = [];
  for (const range of all) {
    const last = joined.at(-1);
    if (last === undefined || range.start >= last.end) joined.push(range);
    else if (range.end > last.end) joined[joined.length - 1] = { start: last.start, end: range.end };
  }
  return joined;
}
