/** A set of code points as inclusive ranges, which may overlap and be in any order. */
export type CharacterSet = readonly (readonly [first: number, last: number])[];

const lastCodePoint = 0x10ffff;

export const digits: CharacterSet = [[0x30, 0x39]];
export const wordCharacters: CharacterSet = [...digits, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
export const lineBreaks: CharacterSet = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
/** WhiteSpace and LineTerminator of ECMA-262: what `\s` matches in JavaScript. */
export const whitespace: CharacterSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** Every code point that is not in the set. */
export function complement(set: CharacterSet): CharacterSet {
  const gaps: (readonly [number, number])[] = [];
  let next = 0;
  for (const [first, last] of set.toSorted((left, right) => left[0] - right[0])) {
    if (first > next) gaps.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= lastCodePoint) gaps.push([next, lastCodePoint]);
  return gaps;
}

/** The set as a character class in RE2 syntax; the empty set matches nothing. */
export function characterClass(set: CharacterSet): string {
  if (set.length === 0) return `[^${codePoint(0)}-${codePoint(lastCodePoint)}]`;
  return `[${set.map(([first, last]) => `${codePoint(first)}-${codePoint(last)}`).join('')}]`;
}

function codePoint(value: number): string {
  return `\\x{${value.toString(16)}}`;
}
