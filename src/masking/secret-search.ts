import { RangeList } from './range-list.ts';
import type { TextAutomaton } from './text-automaton.ts';

/** Searches a text that arrives in parts. All indexes count from the beginning of the text. */
export interface SecretSearch {
  readonly found: RangeList;
  /** The index from which on a match may begin that is not complete yet. */
  readonly open: number;
  read(part: string): void;
  /** The text is complete. */
  end(): void;
}

/** Searches for strings. */
export class PlainSearch implements SecretSearch {
  readonly found = new RangeList();
  readonly #automaton: TextAutomaton;
  /** Of the text so far. */
  #node = 0;
  #position = 0;

  constructor(automaton: TextAutomaton) {
    this.#automaton = automaton;
  }

  get open(): number {
    return this.#position - this.#automaton.openLength(this.#node);
  }

  read(part: string): void {
    const position = this.#position;
    this.#node = this.#automaton.read(part, this.#node, [0, part.length], (end, length) =>
      this.found.add(position + end - length, position + end),
    );
    this.#position += part.length;
  }

  end(): void {
    this.#node = 0;
  }
}
