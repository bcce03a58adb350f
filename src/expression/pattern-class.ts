import { classEscapes, readCharacterEscape, writeCharacterInClass } from './pattern-character.ts';
import type { PatternDialect } from './pattern-dialect.ts';

type ReadClass = { readonly source: string; readonly end: number } | { readonly fault: string };

/** One member of a class: a character, or an escape such as `\d` that cannot begin or end a range. */
type Member =
  | { readonly codePoint: number; readonly end: number }
  | { readonly source: string; readonly end: number }
  | { readonly fault: string };

/** Reads a class, `[a-z_]` or `[^/]`, whose `[` stands before `start`; `end` is behind its `]`. */
export function readPatternClass(pattern: string, start: number, dialect: PatternDialect): ReadClass {
  const isNegated = pattern[start] === '^';
  const first = isNegated ? start + 1 : start;
  if (pattern[first] === ']') return { fault: 'a class cannot be empty; write \\] for the bracket itself' };
  let source = isNegated ? '[^' : '[';
  let position = first;
  while (pattern[position] !== ']') {
    const member = readMember(pattern, position, dialect);
    if ('fault' in member) return member;
    const range = readRange(pattern, member, dialect);
    if ('fault' in range) return range;
    source += range.source;
    position = range.end;
  }
  return { source: `${source}]`, end: position + 1 };
}

function readMember(pattern: string, at: number, dialect: PatternDialect): Member {
  const codePoint = pattern.codePointAt(at);
  if (codePoint === undefined) return { fault: 'a class is not closed' };
  const character = String.fromCodePoint(codePoint);
  if (character === '[') return { fault: 'a class cannot hold another class; write \\[ for the bracket itself' };
  if (pattern.startsWith('&&', at)) return { fault: 'a doubled & in a class means different things; write \\& once' };
  if (character !== '\\') return { codePoint, end: at + character.length };
  const letter = pattern[at + 1] ?? '';
  const many = classEscapes(dialect, true);
  const source = Object.hasOwn(many, letter) ? many[letter] : undefined;
  return source === undefined ? readCharacterEscape(pattern, at + 1) : { source, end: at + 2 };
}

/** Continues a member to a range where `-` and another member follow. */
function readRange(pattern: string, from: Exclude<Member, { fault: string }>, dialect: PatternDialect): ReadClass {
  const isRange = pattern[from.end] === '-' && pattern[from.end + 1] !== ']';
  const written = 'source' in from ? from.source : writeCharacterInClass(from.codePoint, dialect);
  if (!isRange) return { source: written, end: from.end };
  const to = readMember(pattern, from.end + 1, dialect);
  if ('fault' in to) return to;
  const shown = pattern.slice(from.end - 1, to.end);
  if ('source' in from || 'source' in to) return { fault: `a range needs a character on both sides of the hyphen in ${shown}` };
  if (to.codePoint < from.codePoint) return { fault: `the range ${shown} counts downwards` };
  return { source: `${written}-${writeCharacterInClass(to.codePoint, dialect)}`, end: to.end };
}
