import { describe, expect, test } from 'vitest';
import { javaPattern, patternProblem } from '../../../src/language/expressions/portable-pattern.ts';

describe('a pattern for Jenkins', () => {
  test.each([
    ['^v\\d+\\.\\d+$', '^v\\d+\\.\\d+\\z'],
    ['[\\w./-]+(?:-rc[0-9]{1,2})?', '[\\w./-]+(?:-rc[0-9]{1,2})?'],
    ['a.b', 'a[^\\x{a}-\\x{a}\\x{d}-\\x{d}\\x{2028}-\\x{2029}]b'],
    [`(?:${optional(40)}z)+`, `(?:${optional(40)}z)+`],
    ['[a&&[]', '[a\\&\\&\\[]'],
    ['(?<year>\\d{4})', '(\\d{4})'],
    ['\\ud83d\\ude00\\u{e9}\\u0041\\cJ', '\\x{1f600}\\x{e9}\\x{41}\\x{a}'],
    ['[$.]\\$', '[$.]\\$'],
  ])('%s becomes %s', (pattern, java) => {
    expect(patternProblem(pattern)).toBeUndefined();
    expect(javaPattern(pattern)).toBe(java);
  });
});

function distinctLetters(count: number, first: number): string[] {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index));
}

/** A sequence of that many optional letters, each of which can follow every earlier one. */
function optional(count: number): string {
  return distinctLetters(count, 0x4e00)
    .map((letter) => `${letter}?`)
    .join('');
}

describe('a pattern is rejected', () => {
  test.each([
    ['a(?=b)', 'lookaround'],
    ['(?<!a)b', 'lookaround'],
    ['(a)\\1', 'backreferences'],
    ['\\p{L}', '\\p{...}'],
    ['a\\Bb', '\\B'],
    ['(', 'not a valid regular expression'],
    ['a**', 'not a valid regular expression'],
    ['a++', 'not a valid regular expression'],
    ['(?:a{50}){50}', 'long repetitions'],
    ['a{501}', 'too large'],
    ['a'.repeat(1001), 'not a valid regular expression'],
  ])('%.20s', (pattern, reason) => {
    expect(patternProblem(pattern)).toContain(reason);
  });

  test.each([
    '(a+)+',
    '^(a*)*$',
    '(a|a)*b',
    '(a|ab)+$',
    '(\\d|\\w){2,}',
    '(\\w+\\s*)*',
    '(a?){30}a',
    '(a+b?)*',
    '(?:a|b|ab)*',
    '((a|b+)c?)*',
    '(^|a)*',
    '([a-z]+,?)*',
  ])('for an ambiguous repetition: %s', (pattern) => expect(patternProblem(pattern)).toContain('in many ways'));

  test.each([
    '^v?[0-9]+(\\.[0-9]+)*$',
    '^([a-z][a-z0-9]*-)*[a-z0-9]+$',
    '(?:ab|cd)*',
    '([0-9]{1,3}\\.){3}[0-9]{1,3}',
    '([0-9a-f]{2})+',
    '^[^@\\s]+@[^@\\s]+$',
    '(/[\\w.-]+)+',
    '("[^"]*"\\s*)*',
    '((a+b)+c)+',
    '.*x.*',
    '(a|a)?',
    '[\\w_]+',
    '[a-za-z]{2}',
  ])('but not for an unambiguous one: %s', (pattern) => expect(patternProblem(pattern)).toBeUndefined());

  test('quickly, however large it is', () => {
    const choices = Array.from({ length: 150 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('|');
    expect(patternProblem(`(?:${choices})*`)).toBeUndefined();
    expect(patternProblem('a.{0,450}[0-9]')).toBeUndefined();
    expect(patternProblem(`${'('.repeat(150)}a${')+'.repeat(150)}`)).toContain('in many ways');
    expect(patternProblem(`${'('.repeat(100)}x${'a)+'.repeat(100)}`)).toBeUndefined();
    expect(patternProblem(`(?:${optional(240)}z)+`)).toBeUndefined();
    const ends = distinctLetters(100, 0x8000).map((letter) => `${letter})+`);
    expect(patternProblem(`${'(?:'.repeat(100)}${optional(100)}${ends.join('')}`)).toBeUndefined();
  });

  test('but not for a backslash before a B', () => {
    expect(patternProblem('a\\\\B')).toBeUndefined();
  });
});
