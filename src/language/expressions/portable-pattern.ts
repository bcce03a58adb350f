import { characterClass, complement, lineBreaks, whitespace } from '../safe-patterns/character-set.ts';
import { compilePattern, syntaxProblem } from '../safe-patterns/compile-pattern.ts';
import { defaultPatternLength } from '../safe-patterns/default-limits.ts';
import { hasAmbiguousRepetition } from '../safe-patterns/has-ambiguous-repetition.ts';
import { linearSource } from '../safe-patterns/linear-source.ts';
import { unicodeSource } from '../safe-patterns/unicode-pattern.ts';

// The linear engine's work is this size times the length of the string.
const maxProgramSize = 500;

/**
 * Why `matches` rejects a pattern, as a sentence; undefined if every engine gives it the same meaning
 * (docs/reference/expressions.md). A pattern means the same as in JavaScript with the flag `u`, like `pattern` of an
 * input: it is searched for, is case-sensitive, and `$` is the very end. It must run in linear time here, so
 * lookaround, backreferences, `\p{...}` and `\B` are rejected; and Jenkins backtracks, so ambiguous repetitions are
 * rejected.
 */
export function patternProblem(pattern: string): string | undefined {
  const reason = syntaxProblem(pattern, defaultPatternLength);
  if (reason !== undefined) return `The pattern is not a valid regular expression: ${reason}.`;
  if (compilePattern(pattern).kind === 'backtracking') {
    return 'The pattern cannot run on every engine: lookaround, backreferences, \\p{...}, \\B and long repetitions are not supported.';
  }
  const linear = linearSource(unicodeSource(pattern));
  if (linear === undefined) return undefined;
  if (linear.size > maxProgramSize) {
    return `The pattern is too large: with its repetitions expanded, it has ${linear.size} parts; the maximum is ${maxProgramSize}.`;
  }
  if (!hasAmbiguousRepetition(linear.tree)) return undefined;
  return 'A repetition in the pattern can match one string in many ways, as (a+)+ does, and Jenkins would try them all. Start or end each repetition with a character that occurs nowhere else in it, as in (,[a-z]+)*.';
}

/** One token of a valid pattern, outside and inside character classes. */
const escape = /\\u\{[0-9A-Fa-f]+\}|\\u[dD][89ABab]..\\u[dD][C-Fc-f]..|\\u[0-9A-Fa-f]{4}|\\c[A-Za-z]|\\[^]/u.source;
const token = new RegExp(`${escape}|\\(\\?<[^>]+>|\\[\\^?\\]?|[^]`, 'uy');
const tokenInClass = new RegExp(`${escape}|[^]`, 'uy');

/** What java.util.regex without flags reads differently from JavaScript. */
const javaTokens: Readonly<Record<string, string>> = {
  $: '\\z',
  '.': characterClass(lineBreaks).replace('[', '[^'),
  '\\s': characterClass(whitespace),
  '\\S': characterClass(whitespace).replace('[', '[^'),
  // Java's own \b treats all Unicode letters as word characters.
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
  // Inside a class, Java reads a bracket as a nested class and && as an intersection.
  '[': '\\[',
  '&': '\\&',
  '^': '\\^',
};

/** A portable pattern in the syntax of java.util.regex, as close to the author's text as possible. */
export function javaPattern(written: string): string {
  const pattern = unicodeSource(written);
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

/** Translates the single-character escapes that Java does not have; all others mean the same. */
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
