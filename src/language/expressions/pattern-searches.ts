import type { BoundedRunner, WorkOwner } from '../safe-patterns/bounded-runner.ts';
import { compilePattern, testQuickly } from '../safe-patterns/compile-pattern.ts';
import { nextTurn } from '../safe-patterns/turns.ts';

/**
 * Whether a portable pattern (see `patternProblem`) matches a part of a string; called while a condition is evaluated.
 */
export type PatternSearch = (pattern: string, text: string) => boolean;

/** Runs the searches of conditions, in one way or another. */
export interface SearchRunner {
  /**
   * Runs synchronous work that searches; it may run several times.
   * @throws {SearchTooSlow} and what the work throws
   */
  run<Result>(work: (search: PatternSearch) => Result): Promise<Result>;
}

export interface PatternSearchesOptions {
  readonly runner: BoundedRunner;
  readonly owner: WorkOwner;
}

/** A search that takes too long, or exceeds the total of its request. */
export class SearchTooSlow extends Error {
  override readonly name = 'SearchTooSlow';
  readonly pattern: string;

  constructor(pattern: string) {
    super(`searching for the pattern ${pattern} takes too long`);
    this.pattern = pattern;
  }
}

// In steps of the linear engine, 30 to 60 ns each: for a single search here, for all searches here, and for those of
// the runner.
const maxTurn = 250_000;
const maxHere = 10_000_000;
const maxElsewhere = 100_000_000;
// The fixed cost of a call of the runner.
const minElsewhere = 100_000;

/**
 * The pattern searches of one request's conditions. Quick ones run synchronously. A search that would block other
 * requests runs in the bounded runner, and the evaluation is then repeated with its result.
 */
export class PatternSearches implements SearchRunner {
  readonly #options: PatternSearchesOptions;
  readonly #found = new Map<string, Map<string, boolean>>();
  #turn = 0;
  #here = 0;
  #elsewhere = 0;

  constructor(options: PatternSearchesOptions) {
    this.#options = options;
  }

  /**
   * Runs synchronous work that searches; it may run several times.
   * @throws {SearchTooSlow} and {AppError} too-busy; and what the work throws, which must not catch what the search
   * throws
   */
  async run<Result>(work: (search: PatternSearch) => Result): Promise<Result> {
    for (;;) {
      try {
        return work(this.#search);
      } catch (error) {
        if (!(error instanceof SearchPending)) throw error;
        await this.#searchLater(error);
      }
    }
  }

  readonly #search: PatternSearch = (pattern, text) => {
    const known = this.#found.get(pattern)?.get(text);
    if (known !== undefined) return known;
    const compiled = compilePattern(pattern);
    if (compiled.kind !== 'linear') return false; // not a portable pattern
    const cost = compiled.stepCost * (text.length + 1);
    const isQuick = compiled.isQuick(text) && this.#here + cost <= maxHere;
    if (!isQuick || this.#turn + cost > maxTurn) throw new SearchPending(pattern, text, { cost, isQuick });
    this.#turn += cost;
    this.#here += cost;
    return this.#keep(pattern, text, compiled.test(text));
  };

  async #searchLater({ pattern, text, cost, isQuick }: SearchPending): Promise<void> {
    if (isQuick) {
      await nextTurn();
      this.#turn = 0;
      return;
    }
    this.#elsewhere += Math.max(cost, minElsewhere);
    if (this.#elsewhere > maxElsewhere) throw new SearchTooSlow(pattern);
    const { runner, owner } = this.#options;
    const outcome = await runner.run({ kind: 'pattern', pattern, subject: text }, owner);
    if (outcome.kind !== 'done') throw new SearchTooSlow(pattern);
    this.#keep(pattern, text, outcome.messages.length === 0);
  }

  #keep(pattern: string, text: string, isFound: boolean): boolean {
    const ofPattern = this.#found.get(pattern) ?? new Map<string, boolean>();
    this.#found.set(pattern, ofPattern.set(text, isFound));
    return isFound;
  }
}

/**
 * A search for conditions in a document, which are evaluated before any values exist. @throws {SearchTooSlow} if the
 * search is not quick
 */
export const searchQuickly: PatternSearch = (pattern, text) => {
  const isFound = testQuickly(pattern, text);
  if (isFound === undefined) throw new SearchTooSlow(pattern);
  return isFound;
};

/** Interrupts the work at a search that must run first; never seen outside. */
class SearchPending {
  readonly pattern: string;
  readonly text: string;
  readonly cost: number;
  readonly isQuick: boolean;

  constructor(pattern: string, text: string, { cost, isQuick }: { readonly cost: number; readonly isQuick: boolean }) {
    this.pattern = pattern;
    this.text = text;
    this.cost = cost;
    this.isQuick = isQuick;
  }
}
