import { nextTurn } from '../patterns/next-turn.ts';
import type { BoundedEngine, WorkOwner } from '../patterns/bounded-engine.ts';
import { compilePattern, testQuickly } from '../patterns/compile-pattern.ts';

/** Whether a portable pattern (see `patternProblem`) is found in a string; conditions ask it while they are evaluated. */
export type PatternSearch = (pattern: string, text: string) => boolean;

export interface PatternSearchesOptions {
  readonly engine: BoundedEngine;
  readonly owner: WorkOwner;
}

/** A search that takes too long, or comes after too many others. */
export class SearchTooSlow extends Error {
  override readonly name = 'SearchTooSlow';
  readonly pattern: string;

  constructor(pattern: string) {
    super(`searching for the pattern ${pattern} takes too long`);
    this.pattern = pattern;
  }
}

// In steps of the linear engine, each 30 to 60 ns: what this thread does at once, what it does in all, and what the engine does.
const maxTurn = 250_000;
const maxHere = 10_000_000;
const maxElsewhere = 100_000_000;
// What it costs to ask the engine at all.
const minElsewhere = 100_000;

/**
 * The searches that the conditions of one request ask for. A quick one is made at once; what would hold up other requests
 * is made by the bounded engine, and what was being evaluated is evaluated again with its result.
 */
export class PatternSearches {
  readonly #options: PatternSearchesOptions;
  readonly #found = new Map<string, Map<string, boolean>>();
  #turn = 0;
  #here = 0;
  #elsewhere = 0;

  constructor(options: PatternSearchesOptions) {
    this.#options = options;
  }

  /**
   * Does synchronous work that searches; it may be begun several times.
   * @throws {SearchTooSlow} and {AppError} too-busy; what the work throws, which must not catch what the search throws
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
    if (compiled.kind !== 'linear') return false; // no portable pattern
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
    const { engine, owner } = this.#options;
    const outcome = await engine.run({ kind: 'pattern', pattern, subject: text }, owner);
    if (outcome.kind !== 'done') throw new SearchTooSlow(pattern);
    this.#keep(pattern, text, outcome.messages.length === 0);
  }

  #keep(pattern: string, text: string, isFound: boolean): boolean {
    const ofPattern = this.#found.get(pattern) ?? new Map<string, boolean>();
    this.#found.set(pattern, ofPattern.set(text, isFound));
    return isFound;
  }
}

/** For conditions in a document, which are evaluated before anybody asks for values. @throws {SearchTooSlow} for a search that is not quick */
export const searchQuickly: PatternSearch = (pattern, text) => {
  const isFound = testQuickly(pattern, text);
  if (isFound === undefined) throw new SearchTooSlow(pattern);
  return isFound;
};

/** Leaves the work at a search that has to be made first; never seen outside. */
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
