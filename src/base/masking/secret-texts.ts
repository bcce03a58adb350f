import type { Searches } from './mask-stream.ts';
import { secretForms } from './secret-forms.ts';
import { EscapeSearch, PlainSearch } from './secret-search.ts';
import { TextAutomaton } from './text-automaton.ts';
import { WordSearch } from './word-search.ts';
import { WrappedSearch } from './wrapped-search.ts';

// Limits the memory of a mask: 14 bytes a node. Values and their lines are masked in any case.
const maxPlainNodes = 3_000_000;
const maxWrappedNodes = 2_000_000;

/** All strings to mask for some secrets, ready to be searched for. */
export class SecretTexts {
  readonly #plain = new TextAutomaton();
  readonly #wrapped = new TextAutomaton();
  readonly #words = new Set<string>();
  readonly #steps: Generator<void>;
  /** Whether there is nothing to mask. */
  readonly isEmpty: boolean;
  #isReady = false;

  constructor(secrets: readonly string[]) {
    this.isEmpty = secrets.every((secret) => secret === '');
    this.#steps = this.#prepare([...new Set(secrets)]);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Does a short part of the work that is left until they are ready. */
  step(): void {
    this.#isReady = this.#steps.next().done === true;
  }

  /** Searches for a text; does the work that is left first. */
  searches(): Searches {
    while (!this.#isReady) this.step();
    const broken = this.#wrapped.size > 1 ? new WrappedSearch(this.#wrapped) : undefined;
    const plain = this.#plain.size > 1 ? [new PlainSearch(this.#plain), new EscapeSearch(this.#plain)] : [];
    const words = this.#words.size > 0 ? [new WordSearch(this.#words)] : [];
    return { all: [...plain, ...(broken === undefined ? [] : [broken]), ...words], broken };
  }

  *#prepare(secrets: readonly string[]): Generator<void> {
    for (const { kind, text } of secretForms(secrets)) {
      if (kind === 'word') this.#words.add(text);
      else if (kind === 'part') this.#plain.add(text);
      else if (kind === 'wrapped') addWithin(this.#wrapped, text, maxWrappedNodes);
      else addWithin(this.#plain, text, maxPlainNodes);
      yield;
    }
    yield* this.#plain.link();
    yield* this.#wrapped.link();
  }
}

function addWithin(automaton: TextAutomaton, text: string, maxNodes: number): void {
  if (automaton.size + text.length <= maxNodes) automaton.add(text);
}
