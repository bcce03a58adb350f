/**
 * A line, and when it and those after it were written: an ISO date, or null if that is not known. Lines count from 0.
 */
export interface LineTime {
  readonly line: number;
  readonly at: string | null;
}

/** When the lines of a growing log were written. */
export class LineTimes {
  readonly #times: LineTime[] = [];

  /** @param time of lines after those before */
  add(time: LineTime): void {
    if (time.at !== (this.#times.at(-1)?.at ?? null)) this.#times.push(time);
  }

  /** Whether there is any. */
  get areKnown(): boolean {
    return this.#times.length > 0;
  }

  /** @returns undefined if that is not known */
  of(line: number): string | undefined {
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#times[middle]!.line <= line) low = middle + 1;
      else high = middle;
    }
    return this.#times[low - 1]?.at ?? undefined;
  }
}
