import type { OnMatch, TextAutomaton } from './text-automaton.ts';

/** Finds the strings of an automaton in a text that arrives in parts. */
export class TextMatcher {
  readonly #automaton: TextAutomaton;
  #node = 0;

  constructor(automaton: TextAutomaton) {
    this.#automaton = automaton;
  }

  /** Continues with the characters of a text between two indexes. */
  read(text: string, range: readonly [number, number], onMatch: OnMatch): void {
    this.#node = this.#automaton.read(text, this.#node, range, onMatch);
  }

  /** Forgets what it has read. */
  reset(): void {
    this.#node = 0;
  }

  /** The number of last characters with which a string can begin that is not complete yet. */
  get open(): number {
    return this.#automaton.openLength(this.#node);
  }
}
