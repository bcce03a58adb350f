/** Random numbers that the same seed repeats. */
export class SeededRandom {
  /** Whether a number was taken: then a failure may depend on the seed. */
  isUsed = false;
  #state: number;

  /** @param seed only 32 bits are used */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** At least 0 and less than 1 (Mulberry32). */
  readonly next = (): number => {
    this.isUsed = true;
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
