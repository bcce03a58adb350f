import { RangeList } from './range-list.ts';
import type { TextAutomaton } from './text-automaton.ts';

/** What was skipped before a character: `count` characters before `kept`, counted without skipped ones. */
interface Skip {
  readonly kept: number;
  readonly count: number;
  previous: Skip | undefined;
}

/** A way of reading a text that skips what tools print between the lines of a string. */
export interface Trail {
  readonly node: number;
  /** The number of characters read, without skipped ones. */
  readonly kept: number;
  readonly skips: Skip | undefined;
  /** The latest match: the index in the text of its start, and its end without skipped characters. */
  readonly match: { readonly start: number; readonly keptEnd: number } | undefined;
}

/** The index in the text of the first character with which a string can begin that is not complete yet. */
export function openOf(trail: Trail, automaton: TextAutomaton): number {
  return positionOf(trail, trail.kept - automaton.openLength(trail.node));
}

/** Forgets what was skipped before an index in the text. */
export function forgetSkips({ skips }: Trail, open: number): void {
  for (let skip = skips; skip !== undefined; skip = skip.previous)
    if (skip.kept + skip.count <= open) skip.previous = undefined;
}

function positionOf({ skips }: Trail, kept: number): number {
  let skip = skips;
  while (skip !== undefined && skip.kept > kept) skip = skip.previous;
  return kept + (skip?.count ?? 0);
}

// How many suffixes are tried for the first character; each further one adds two. Only strings that repeat themselves
// have more, and without a limit each of the many places at which they can continue would cost their length.
const maxSuffixes = 64;

/**
 * Continues a string after a wrap, as long as what follows continues it. Its matches span the wrap; others are those of
 * the text without skips.
 */
export class ContinuedTrail implements Trail {
  readonly #automaton: TextAutomaton;
  node: number;
  kept: number;
  readonly skips: Skip;
  match: Trail['match'];
  /** The matches since it was last replaced. */
  found = new RangeList();
  /** The index in the text from which on it reads. */
  #next: number;
  readonly #start: number;
  #suffixesLeft = maxSuffixes;

  /** @param next the index in the text at which the string continues */
  constructor(automaton: TextAutomaton, before: Trail, next: number) {
    this.#automaton = automaton;
    this.node = before.node;
    this.kept = before.kept;
    this.match = before.match;
    this.skips = { kept: before.kept, count: next - before.kept, previous: before.skips };
    this.#next = next;
    this.#start = before.kept;
  }

  /**
   * Reads the characters of a text up to an index.
   * @param offset of the beginning of this text in the whole one
   * @returns false once the string does not continue
   */
  read(text: string, to: number, offset: number): boolean {
    for (let index = this.#next - offset; index < to; index++) {
      const node = this.#nodeAfter(text.charCodeAt(index));
      if (node === 0) return false;
      this.node = node;
      this.kept++;
      const length = this.#automaton.lengthAt(node);
      if (length > this.kept - this.#start) this.#add(length);
    }
    this.#next = Math.max(this.#next, offset + to);
    return true;
  }

  /** The longest end that begins before the wrap; 0 if there is none. */
  #nodeAfter(code: number): number {
    const length = this.kept - this.#start;
    let node = this.node;
    let child = this.#automaton.childOf(node, code);
    while (child === 0) {
      node = this.#automaton.suffixOf(node);
      if (this.#suffixesLeft-- === 0 || this.#automaton.depthOf(node) <= length) return 0;
      child = this.#automaton.childOf(node, code);
    }
    this.#suffixesLeft = Math.min(maxSuffixes, this.#suffixesLeft + 2);
    return child;
  }

  /** A match that overlaps the one before it is found in a time that does not depend on its length. */
  #add(length: number): void {
    const keptStart = this.kept - length;
    const isJoined = this.match !== undefined && keptStart < this.match.keptEnd;
    const start = isJoined ? this.match!.start : positionOf(this, keptStart);
    this.match = { start, keptEnd: this.kept };
    this.found.add(start, this.kept + this.skips.count);
  }
}
