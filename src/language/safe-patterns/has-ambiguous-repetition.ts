import { complement, type CharacterSet } from './character-set.ts';
import type { PatternTree } from './linear-source.ts';

/**
 * Whether a repetition in the pattern can divide a string among its rounds in several ways, as `(a+)+` and `(a|ab)*`
 * can. A backtracking engine tries all divisions, and each further character doubles them. A repetition is not
 * ambiguous if in each round the next character alone decides how to continue (`(,[a-z]+)*`); this is stricter than
 * necessary, but easy to check.
 * @param tree of a pattern whose repetitions unroll to a few hundred characters
 * @returns undefined if the check takes too many steps
 */
export function hasAmbiguousRepetition(tree: PatternTree): boolean | undefined {
  try {
    return new AmbiguityCheck().isIn(tree);
  } catch (error) {
    if (error === tooManySteps) return undefined;
    throw error;
  }
}

// Some milliseconds. Handwritten patterns take some hundred steps; nested repetitions of many optional parts take
// millions.
const maxSteps = 200_000;
// The cost of comparing a character with others, in steps of joining positions.
const stepsOfComparison = 100;

/** Thrown only in this file, to leave the recursion. */
const tooManySteps = Symbol('too many steps');

/** A character of a pattern, and the characters that can follow it; many positions share one list of these. */
interface Place {
  readonly set: CharacterSet;
  readonly next: (readonly Place[])[];
}

/** A part of a pattern as a Glushkov automaton; `first` and `last` are its possible first and last characters. */
interface Part {
  readonly places: readonly Place[];
  readonly first: readonly Place[];
  readonly last: readonly Place[];
  readonly canBeEmpty: boolean;
}

const nothing: Part = { places: [], first: [], last: [], canBeEmpty: true };

class AmbiguityCheck {
  #steps = 0;
  readonly #overlapping = new Map<readonly Place[], boolean>();

  isIn(tree: PatternTree): boolean {
    switch (tree.kind) {
      case 'character':
        return false;
      case 'sequence':
      case 'choice':
        return tree.items.some((item) => this.isIn(item));
      case 'repetition':
        return tree.max > 1 ? repeatsNothing(tree) || this.#isAmbiguous(tree) : this.isIn(tree.item);
    }
  }

  /** An ambiguous repetition inside makes this one ambiguous too: here the same characters can follow, and more. */
  #isAmbiguous(repetition: PatternTree & { kind: 'repetition' }): boolean {
    const { first, places } = this.#partOf(repetition);
    return this.#overlap([first]) || places.some(({ next }) => this.#overlap(next));
  }

  #partOf(tree: PatternTree): Part {
    switch (tree.kind) {
      case 'character': {
        const place = { set: tree.set, next: [] };
        return { places: [place], first: [place], last: [place], canBeEmpty: false };
      }
      case 'sequence':
        return tree.items.map((item) => this.#partOf(item)).reduce((left, right) => this.#joined(left, right), nothing);
      case 'choice':
        return oneOf(tree.items.map((item) => this.#partOf(item)));
      case 'repetition':
        return this.#repeated(tree);
    }
  }

  #joined(left: Part, right: Part): Part {
    this.#take(left.places.length + right.places.length + left.last.length);
    for (const place of left.last) place.next.push(right.first);
    return {
      places: [...left.places, ...right.places],
      first: left.canBeEmpty ? [...left.first, ...right.first] : left.first,
      last: right.canBeEmpty ? [...left.last, ...right.last] : right.last,
      canBeEmpty: left.canBeEmpty && right.canBeEmpty,
    };
  }

  /** The rounds in sequence, from the last to the first: `a{1,3}` is `a(a(a)?)?`, `a{2,}` is `aa+`. */
  #repeated({ item, min, max }: PatternTree & { kind: 'repetition' }): Part {
    let rest = nothing;
    if (max === Infinity) {
      const round = this.#partOf(item);
      this.#take(round.last.length);
      for (const place of round.last) place.next.push(round.first);
      rest = { ...round, canBeEmpty: round.canBeEmpty || min === 0 };
    }
    for (let round = max === Infinity ? min - 1 : max; round > 0; round--) {
      const part = this.#joined(this.#partOf(item), rest);
      rest = round > min ? { ...part, canBeEmpty: true } : part;
    }
    return rest;
  }

  /** Whether two of the positions can match the same character. */
  #overlap(lists: readonly (readonly Place[])[]): boolean {
    const [first, ...others] = lists.filter((list) => list.length > 0);
    if (first === undefined) return false;
    if (others.length > 0) return this.#areOverlapping(lists.flat());
    const known = this.#overlapping.get(first) ?? this.#areOverlapping(first);
    this.#overlapping.set(first, known);
    return known;
  }

  #areOverlapping(places: readonly Place[]): boolean {
    this.#take(places.length * stepsOfComparison);
    const ranges = places.flatMap(({ set }) => distinctRanges(set)).toSorted((left, right) => left[0] - right[0]);
    return ranges.some(([first], index) => index > 0 && first <= ranges[index - 1]![1]);
  }

  #take(steps: number): void {
    this.#steps += steps;
    if (this.#steps > maxSteps) throw tooManySteps;
  }
}

/** Whether a round of a repetition in the tree can be empty. */
function repeatsNothing(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'character':
      return false;
    case 'sequence':
    case 'choice':
      return tree.items.some(repeatsNothing);
    case 'repetition':
      return (tree.max > 1 && isOptional(tree.item)) || repeatsNothing(tree.item);
  }
}

function isOptional(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'character':
      return false;
    case 'sequence':
      return tree.items.every(isOptional);
    case 'choice':
      return tree.items.some(isOptional);
    case 'repetition':
      return tree.min === 0 || isOptional(tree.item);
  }
}

function oneOf(parts: readonly Part[]): Part {
  return {
    places: parts.flatMap(({ places }) => places),
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
  };
}

const distinct = new WeakMap<CharacterSet, CharacterSet>();

/** The same set without overlapping ranges: the complement of its complement. Cached, because sets recur. */
function distinctRanges(set: CharacterSet): CharacterSet {
  if (set.length === 1) return set;
  let ranges = distinct.get(set);
  if (ranges === undefined) {
    ranges = complement(complement(set));
    distinct.set(set, ranges);
  }
  return ranges;
}
