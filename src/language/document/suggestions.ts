import { nearestWord } from '../../base/text/nearest-word.ts';

/**
 * Suggests near words within one budget for the whole document: comparing words takes quadratic time, and a document
 * can have thousands of wrong names and thousands of right ones.
 */
export class Suggestions {
  #budget = 3_000_000;

  /** A sentence that suggests the nearest candidate, to append to a message; empty if none is near. */
  for(word: string, candidates: Iterable<string>): string {
    const nearest = this.#nearest(word, [...candidates]);
    return nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
  }

  /** The candidate whose key is nearest to the word. */
  nearest(word: string, candidates: readonly string[], keyOf: (candidate: string) => string): string | undefined {
    const byKey = new Map(candidates.map((candidate) => [keyOf(candidate), candidate]));
    return byKey.get(this.#nearest(word, [...byKey.keys()]) ?? '');
  }

  #nearest(word: string, candidates: readonly string[]): string | undefined {
    this.#budget -= candidates.reduce((sum, candidate) => sum + (1 + word.length) * (1 + candidate.length), 0);
    return this.#budget < 0 ? undefined : nearestWord(word, candidates);
  }
}
