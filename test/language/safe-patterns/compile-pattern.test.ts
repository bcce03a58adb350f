import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, syntaxProblem } from '../../../src/language/safe-patterns/compile-pattern.ts';

function kindOf(source: string): string {
  return compilePattern(source).kind;
}

function found(source: string, subject: string): boolean {
  const pattern = compilePattern(source);
  if (pattern.kind === 'invalid') throw new Error(pattern.reason);
  return pattern.test(subject);
}

describe('compilePattern', () => {
  it.each([
    ['linear', '(?:a{30}){30}'],
    ['backtracking', '(?:a{40}){30}'],
    ['linear', '(?:a{2}|b{30}){30}'],
    ['backtracking', '(?:(?:a{11}){10}){10}'],
  ])('predicts %s for the linear engine and %s', (kind, source) => {
    expect(kindOf(source)).toBe(kind);
  });

  const nested = '('.repeat(499) + ')'.repeat(499);
  const linear = [
    '^[a-z]+$',
    '(?<year>\\d{4})-\\d\\d',
    '[^]x|[]',
    'a{2,}?b*?',
    '\\u{1F600}|\\uD83D\\uDE00',
    '',
    '\\/',
    nested,
  ];
  it.each(linear)('runs %j in linear time', (source) => {
    expect(kindOf(source)).toBe('linear');
  });

  it.each([
    '(?=a)',
    '(?!a)b',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<x>a)\\k<x>',
    '\\p{L}',
    '\\B',
    'x{2000}',
    '(?:a{900}){900}',
  ])('leaves %j to the bounded engine', (source) => {
    expect(kindOf(source)).toBe('backtracking');
  });

  it.each(['(', '[', '*', 'a**', '\\', 'a{2,1}', '[z-a]', '\\q', '}', '(?<a>.)(?<a>.)'])('rejects %j', (source) => {
    expect(kindOf(source)).toBe('invalid');
  });

  it('names the reason without repeating the pattern', () => {
    expect(compilePattern('(x')).toEqual({ kind: 'invalid', reason: 'Unterminated group' });
  });

  it('limits the length of a pattern', () => {
    expect(syntaxProblem('aaa', 3)).toBeUndefined();
    expect(syntaxProblem('aaaa', 3)).toBe('it is 4 characters long; the maximum is 3');
  });

  it('supports the deepest groups that a pattern can have', () => {
    expect(kindOf(`${'('.repeat(1_999)}a${')'.repeat(1_999)}`)).not.toBe('invalid');
  });

  it('recognizes subjects that would take long', () => {
    const pattern = compilePattern('[ab]a[ab]{200}c');
    if (pattern.kind !== 'linear') throw new Error('not linear');
    expect(pattern.isQuick('ab'.repeat(50))).toBe(true);
    expect(pattern.isQuick('ab'.repeat(48_000))).toBe(false);
  });

  // Where the two engines differ by default: classes of white space, line breaks, anchors, code points, case.
  it.each([
    ['\\s', '\u00a0'],
    ['\\s', '\u2028'],
    ['\\S', '\ufeff'],
    ['\\s', '\v'],
    ['^.$', '\r'],
    ['^.$', '\u2029'],
    ['^.$', '😀'],
    ['^a$', 'a\n'],
    ['^[^a]$', '\n'],
    ['\\bx', 'éx'],
    ['\\w', 'é'],
    ['\\d', '٣'],
    ['[\\b]', '\b'],
    ['\\cJ', '\n'],
    ['[\\s\\S]', '\u2028'],
    ['[\\w-]', '-'],
    ['[^\\W_]', '_'],
    ['k', '\u212a'],
    ['\\0', '\0'],
    ['(?:)*$', 'x'],
  ])('reads %j in %j as JavaScript does', (source, subject) => {
    expect(kindOf(source)).toBe('linear');
    expect(found(source, subject)).toBe(new RegExp(source, 'u').test(subject));
  });

  it('agrees with JavaScript on generated patterns', () => {
    const character = fc.constantFrom('a', 'b', '-', '😀', '\n', '\u00a0', '\u2028', 'é', '_', '1', ' ');
    const atom = fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        '😀',
        '.',
        '\\s',
        '\\S',
        '\\w',
        '\\W',
        '\\d',
        '\\D',
        '\\n',
        '\\u00a0',
        '\\u{1F600}',
        '\\.',
      ),
      fc.constantFrom('[ab]', '[^a]', '[a-z\\s]', '[^\\w-]', '[\\d_-]', '[😀-😂]', '[]', '[^]', '[\\-a]'),
    );
    const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
      term: fc.oneof(
        { depthSize: 'small' },
        atom,
        fc.constantFrom('^', '$', '\\b', '\\B'),
        fc
          .tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '{1,2}?'))
          .map((parts) => parts.join('')),
        tie('pattern').map((inner) => `(?:${inner})`),
        tie('pattern').map((inner) => `(${inner})+`),
      ),
      pattern: fc.array(fc.oneof(tie('term'), fc.constant('|')), { maxLength: 5 }).map((terms) => terms.join('')),
    }));
    fc.assert(
      fc.property(pattern, fc.array(character, { maxLength: 6 }), (source, characters) => {
        const subject = characters.join('');
        fc.pre(source.length <= 1000);
        expect(found(source, subject)).toBe(new RegExp(source, 'u').test(subject));
      }),
      { numRuns: 2000 },
    );
  });
});
