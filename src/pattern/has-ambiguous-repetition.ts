import { type CharacterSet, complement } from './character-set.ts';
import type { PatternTree } from './pattern-tree.ts';

/**
 * Whether a repetition in the pattern leaves open how a text is divided among its rounds, as `(a+)+` and `(a|ab)*` do.
 * An engine that backtracks tries all divisions, which double with every character. It is not ambiguous when in each
 * round the next character alone decides what comes next (`(,[a-z]+)*`); that is stricter than need be, but easy to see.
 * @param tree of a pattern whose repetitions unroll to a few hundred characters
 */
export function hasAmbiguousRepetition(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'character':
      return false;
    case 'sequence':
    case 'choice':
      return tree.items.some(hasAmbiguousRepetition);
    case 'repetition':
      return hasAmbiguousRepetition(tree.item) || (tree.most > 1 && isAmbiguous(tree));
  }
}

/** A character of a pattern, and those that can come next. */
interface Place {
  readonly set: CharacterSet;
  readonly next: Place[];
}

/** A part of a pattern as an automaton (Glushkov's); `first` and `last` are where it begins and ends. */
interface Part {
  readonly places: readonly Place[];
  readonly first: readonly Place[];
  readonly last: readonly Place[];
  readonly canBeEmpty: boolean;
}

const nothing: Part = { places: [], first: [], last: [], canBeEmpty: true };

function isAmbiguous(repetition: PatternTree & { kind: 'repetition' }): boolean {
  if (partOf(repetition.item).canBeEmpty) return true;
  const { first, places } = partOf(repetition);
  return [first, ...places.map(({ next }) => next)].some(overlap);
}

function partOf(tree: PatternTree): Part {
  switch (tree.kind) {
    case 'character': {
      const place = { set: tree.set, next: [] };
      return { places: [place], first: [place], last: [place], canBeEmpty: false };
    }
    case 'sequence':
      return tree.items.map(partOf).reduce(joined, nothing);
    case 'choice':
      return oneOf(tree.items.map(partOf));
    case 'repetition':
      return repeated(tree);
  }
}

function joined(left: Part, right: Part): Part {
  for (const place of left.last) place.next.push(...right.first);
  return {
    places: [...left.places, ...right.places],
    first: left.canBeEmpty ? [...left.first, ...right.first] : left.first,
    last: right.canBeEmpty ? [...left.last, ...right.last] : right.last,
    canBeEmpty: left.canBeEmpty && right.canBeEmpty,
  };
}

function oneOf(parts: readonly Part[]): Part {
  return {
    places: parts.flatMap(({ places }) => places),
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
  };
}

/** The rounds one behind the other, from the last to the first: `a{1,3}` is `a(a(a)?)?`, `a{2,}` is `aa+`. */
function repeated({ item, least, most }: PatternTree & { kind: 'repetition' }): Part {
  let rest = nothing;
  if (most === Infinity) {
    const round = partOf(item);
    for (const place of round.last) place.next.push(...round.first);
    rest = { ...round, canBeEmpty: round.canBeEmpty || least === 0 };
  }
  for (let round = most === Infinity ? least - 1 : most; round > 0; round--) {
    const part = joined(partOf(item), rest);
    rest = round > least ? { ...part, canBeEmpty: true } : part;
  }
  return rest;
}

/** Whether a character can be taken by two of the places. */
function overlap(places: readonly Place[]): boolean {
  const ranges = places.flatMap(({ set }) => distinctRanges(set)).toSorted((left, right) => left[0] - right[0]);
  return ranges.some(([first], index) => index > 0 && first <= ranges[index - 1]![1]);
}

const distinct = new WeakMap<CharacterSet, CharacterSet>();

/** The set with every character once: the complement of its complement. The same sets come up again and again. */
function distinctRanges(set: CharacterSet): CharacterSet {
  let ranges = distinct.get(set);
  if (ranges === undefined) {
    ranges = complement(complement(set));
    distinct.set(set, ranges);
  }
  return ranges;
}
