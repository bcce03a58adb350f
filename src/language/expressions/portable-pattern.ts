import { characterClass, complement, lineBreaks, whitespace } from '../patterns/character-set.ts';
import { compilePattern, defaultPatternLength, syntaxProblem } from '../patterns/compile-pattern.ts';
import { hasAmbiguousRepetition } from '../patterns/has-ambiguous-repetition.ts';
import { linearSource } from '../patterns/linear-source.ts';

// The linear engine's work is this size times the length of the text.
const maxProgramSize = 500;

/**
 * Why `matches` rejects a pattern, as a sentence; undefined when it means the same to every engine
 * (docs/reference/expressions.md). A pattern has the meaning of JavaScript's flag `u`, as `pattern` of a STRING has: it
 * is searched, case counts, `$` is the very end. It must run in linear time here, so lookaround, references to groups,
 * `\p{...}` and `\B` are rejected; and Jenkins backtracks, so ambiguous repetitions are rejected.
 */
export function patternProblem(pattern: string): string | undefined {
  const reason = syntaxProblem(pattern, defaultPatternLength);
  if (reason !== undefined) return `This is not a regular expression: ${reason}.`;
  if (compilePattern(pattern).kind === 'backtracking') {
    return 'This pattern cannot run in every engine: lookaround, references to groups, \\p{...}, \\B and long repetitions are not available.';
  }
  const linear = linearSource(pattern);
  if (linear === undefined) return undefined;
  if (linear.size > maxProgramSize) {
    return `This pattern is too large: with its repetitions written out it has ${linear.size} parts, at most ${maxProgramSize} are allowed.`;
  }
  const isAmbiguous = hasAmbiguousRepetition(linear.tree);
  if (isAmbiguous === false) return undefined;
  if (isAmbiguous === undefined)
    return 'This pattern is too complex: its repetitions hold too many optional parts and further repetitions.';
  return 'A repetition in this pattern can divide one text in many ways, as (a+)+ does, and Jenkins would try them all; let each round begin or end with a character that is nowhere else in it, as in (,[a-z]+)*.';
}

/** One token of a valid pattern, outside of classes and inside them. */
const escape = /\\u\{[0-9A-Fa-f]+\}|\\u[dD][89ABab]..\\u[dD][C-Fc-f]..|\\u[0-9A-Fa-f]{4}|\\c[A-Za-z]|\\[^]/u.source;
const token = new RegExp(`${escape}|\\(\\?<[^>]+>|\\[\\^?\\]?|[^]`, 'uy');
const tokenInClass = new RegExp(`${escape}|[^]`, 'uy');

/** What java.util.regex without flags reads otherwise than JavaScript. */
const javaTokens: Readonly<Record<string, string>> = {
  $: '\\z',
  '.': characterClass(lineBreaks).replace('[', '[^'),
  '\\s': characterClass(whitespace),
  '\\S': characterClass(whitespace).replace('[', '[^'),
  // The word of Java's own \b has all letters of Unicode.
  '\\b': '(?:(?<=\\w)(?!\\w)|(?<!\\w)(?=\\w))',
  '\\v': '\\x0B',
  '\\0': '\\x00',
  '[]': '(?!)',
  '[^]': characterClass(complement([])),
};

const javaTokensInClass: Readonly<Record<string, string>> = {
  '\\s': members(characterClass(whitespace)),
  '\\S': members(characterClass(complement(whitespace))),
  '\\b': '\\x08',
  '\\v': '\\x0B',
  '\\0': '\\x00',
  // Inside a class Java takes a bracket for another class, and && for an intersection.
  '[': '\\[',
  '&': '\\&',
  '^': '\\^',
};

/** A portable pattern in the syntax of java.util.regex, as near to the author's own text as its meaning allows. */
export function javaPattern(pattern: string): string {
  let java = '';
  let isInClass = false;
  for (let position = 0; position < pattern.length;) {
    const source: string = tokenAt(isInClass ? tokenInClass : token, pattern, position);
    position += source.length;
    if (isInClass) java += javaTokensInClass[source] ?? javaCharacter(source);
    else java += source.startsWith('(?<') ? '(' : (javaTokens[source] ?? javaCharacter(source));
    isInClass = isInClass ? source !== ']' : source === '[' || source === '[^';
  }
  return java;
}

function tokenAt(syntax: RegExp, pattern: string, position: number): string {
  syntax.lastIndex = position;
  return syntax.exec(pattern)![0]; // any character is a token
}

/** The escapes of a single character that Java does not have; anything else is the same to both. */
function javaCharacter(source: string): string {
  if (source.startsWith('\\c')) return hexadecimal(source.charCodeAt(2) % 32);
  if (!source.startsWith('\\u')) return source;
  const digits = source.match(/[0-9A-Fa-f]+/g) ?? [];
  const units = digits.map((digit) => Number.parseInt(digit, 16));
  const text = source.startsWith('\\u{') ? String.fromCodePoint(units[0]!) : String.fromCharCode(...units);
  return [...text].map((character) => hexadecimal(character.codePointAt(0)!)).join('');
}

function hexadecimal(codePoint: number): string {
  return `\\x{${codePoint.toString(16)}}`;
}

function members(characterClassSource: string): string {
  return characterClassSource.slice(1, -1);
}
