import { complement, type CharacterSet } from './character-set.ts';
import type { PatternTree } from './linear-source.ts';

/**
 * Whether a repetition in the pattern can divide a string among its rounds in several ways, as `(a+)+` and `(a|ab)*`
 * can. A backtracking engine tries all divisions, and each further character doubles them. A repetition is not
 * ambiguous if in each round the next character alone decides how to continue (`(,[a-z]+)*`), as in an LL(1) grammar;
 * this is stricter than necessary, but easy to check.
 */
export function hasAmbiguousRepetition(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'character':
      return false;
    case 'sequence':
    case 'choice':
      return tree.items.some(hasAmbiguousRepetition);
    case 'repetition':
      return tree.max > 1 ? isAmbiguous(tree, []) : hasAmbiguousRepetition(tree.item);
  }
}

/** @param follow the characters that can come after the part */
function isAmbiguous(part: PatternTree, follow: CharacterSet): boolean {
  switch (part.kind) {
    case 'character':
      return false;
    case 'sequence': {
      let after = follow;
      for (const item of part.items.toReversed()) {
        if (isAmbiguous(item, after)) return true;
        after = isOptional(item) ? distinct([...firstOf(item), ...after]) : firstOf(item);
      }
      return false;
    }
    case 'choice': {
      const ends = part.items.filter(isOptional).map(() => follow);
      if (overlap([...part.items.map(firstOf), ...ends]) || ends.length > 1) return true;
      return part.items.some((item) => isAmbiguous(item, follow));
    }
    case 'repetition': {
      const { item, min, max } = part;
      if (max > 1 && isOptional(item)) return true;
      const first = firstOf(item);
      if (min < max && overlap([first, follow])) return true;
      return isAmbiguous(item, max > 1 ? distinct([...first, ...follow]) : follow);
    }
  }
}

function isOptional(part: PatternTree): boolean {
  switch (part.kind) {
    case 'character':
      return false;
    case 'sequence':
      return part.items.every(isOptional);
    case 'choice':
      return part.items.some(isOptional);
    case 'repetition':
      return part.min === 0 || isOptional(part.item);
  }
}

const firsts = new WeakMap<PatternTree, CharacterSet>();

/** The characters that a part can begin with. */
function firstOf(part: PatternTree): CharacterSet {
  let first = firsts.get(part);
  if (first === undefined) {
    first = distinct(firstRanges(part));
    firsts.set(part, first);
  }
  return first;
}

function firstRanges(part: PatternTree): CharacterSet {
  switch (part.kind) {
    case 'character':
      return part.set;
    case 'sequence': {
      const end = part.items.findIndex((item) => !isOptional(item));
      return part.items.slice(0, end === -1 ? undefined : end + 1).flatMap(firstOf);
    }
    case 'choice':
      return part.items.flatMap(firstOf);
    case 'repetition':
      return firstOf(part.item);
  }
}

/** The same set without overlapping ranges: the complement of its complement. */
function distinct(set: CharacterSet): CharacterSet {
  return set.length <= 1 ? set : complement(complement(set));
}

/** Whether two of the sets have a character in common. @param sets each without overlapping ranges */
function overlap(sets: readonly CharacterSet[]): boolean {
  const ranges = sets.flat().toSorted((left, right) => left[0] - right[0]);
  return ranges.some(([first], index) => index > 0 && first <= ranges[index - 1]![1]);
}
