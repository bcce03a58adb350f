import { describe, expect, it } from 'vitest';
import { javaPattern, patternProblem } from '../../../src/language/expressions/portable-pattern.ts';
import { compilePattern } from '../../../src/language/safe-patterns/compile-pattern.ts';
import { posixClasses } from '../../../src/language/safe-patterns/pattern-dialects.ts';
import { unicodePattern, unicodeSource } from '../../../src/language/safe-patterns/unicode-pattern.ts';

function found(pattern: string, subject: string): boolean {
  const compiled = compilePattern(pattern);
  if (compiled.kind === 'invalid') throw new Error(compiled.reason);
  return compiled.test(subject);
}

function reason(pattern: string): string {
  const result = unicodePattern(pattern);
  return 'reason' in result ? result.reason : '';
}

describe('a pattern of any engine', () => {
  const punctuation = [...` !"#%&',-/:;<=>@_\`~`, 'é', '😀', '\n'];
  it.each(punctuation)('takes an escaped %j as the character, also in a class', (character) => {
    for (const pattern of [`^a\\${character}b$`, `^a[\\${character}x]b$`]) {
      expect([found(pattern, `a${character}b`), found(pattern, 'ab')]).toEqual([true, false]);
      expect(new RegExp(unicodeSource(pattern), 'u').test(`a${character}b`)).toBe(true);
    }
  });

  it.each([
    ['^[a-z]+\\-\\d{2}\\_x$', 'ab-12_x', 'ab12_x'],
    ['(?i)^ab[c-e]\\x46É$', 'ABdFé', 'ABgFé'],
    ['^a(?i:b)c$', 'aBc', 'aBC'],
    ['^(?i)a(?-i)b$', 'Ab', 'AB'],
    ['^(?:(?i)a|b)c$', 'Bc', 'BC'],
    ['(?i)^[^a-z]$', '1', 'Q'],
    ['(?i)^[[:upper:]]$', 'q', '['],
    ['(?i)^[б-г]$', 'В', 'Д'],
    ['(?s)^a.b$', 'a\nb', 'ab'],
    ['\\Aab\\Z', 'ab', 'ab\n'],
    ['\\Aab\\z', 'ab', 'xab'],
    ['^(?P<y>\\d)-(?P=y)$', '1-1', '1-2'],
    ["^(?'y'\\d)x$", '1x', 'x'],
    ['^\\h+$', ' \t\u00a0', '\n'],
    ['^[\\H]$', 'a', '\t'],
    ['^[[:alpha:]_]+$', 'aZ_', 'a1'],
    ['^[^[:^digit:]]+$', '123', 'a'],
    ['^\\x{1F600}\\e$', '😀\u001b', '😀'],
    ['^\\pL$', 'é', '1'],
    ['^x\\{1\\,3\\}$', 'x{1,3}', 'xx'],
  ])('%j accepts %j and not %j', (pattern, accepted, rejected) => {
    expect([found(pattern, accepted), found(pattern, rejected)]).toEqual([true, false]);
  });

  it.each([
    ['a++', '++: possessive quantifiers are not supported; leave out the last +'],
    ['a{2,3}+b', '{2,3}+: possessive quantifiers'],
    ['(?>a|b)c', '(?>: atomic groups are not supported; write (?:'],
    ['(?x)a b', '(?x): the flag x is not supported'],
    ['(?im)^a', '(?im): the flag m is not supported; write (?:^|\\n)'],
    ['(?U)a', '(?U): of the flags, only i, s and u are supported'],
    ['(?i)\\p{Lu}', '\\p{Lu}: it is not supported with the flag i'],
    ['(?i)(a)\\1', '\\1: it is not supported with the flag i'],
    ['[[:foo:]]', '[:foo:]: the POSIX classes are alnum, alpha'],
    ['\\R', '\\R: it is not supported; write (?:\\r\\n|[\\n\\r])'],
    ['\\q', '\\q: JavaScript does not know this escape; leave out the \\'],
    ['\\012', '\\01: octal escapes are not supported; write \\x'],
    ['[\\Z]', '\\Z: it has no meaning in a character class'],
    ['(?\\=a)', 'Invalid group'],
    ['x{1\\,3}', 'Incomplete quantifier'],
    ['(', 'Unterminated group'],
  ])('%j names the piece and what to write', (pattern, expected) => {
    expect(reason(pattern)).toContain(expected);
  });

  it('stays as it is in the syntax of JavaScript', () => {
    for (const pattern of ['^[\\w.-]+$', '(?<y>a)\\k<y>', '(?<=a)b', '\\p{Lu}', '[^]', '\\/', '[a:]', '(?:a)+?'])
      expect(unicodePattern(pattern)).toEqual({ source: pattern });
  });

  it('has classes and complements without a gap or an overlap', () => {
    const codes = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
    const wrong = Object.entries(posixClasses).flatMap(([name, [members, others]]) => {
      const [own, rest] = [new RegExp(`[${members}]`, 'u'), new RegExp(`[${others}]`, 'u')];
      return codes.filter((text) => own.test(text) === rest.test(text)).map((text) => `${name} ${text.charCodeAt(0)}`);
    });
    expect(wrong).toEqual([]);
  });

  it('means the same in Java', () => {
    expect(patternProblem('(?i)^a\\-[[:digit:]]\\Z')).toBeUndefined();
    expect(javaPattern('(?i)^a\\-[[:digit:]]\\Z')).toBe('^[aA]-[0-9]\\z');
  });

  it('translates many ranges of all characters as fast as others', () => {
    const ranges = '[\\x01-\u{10ffff}]'.repeat(400);
    expect(unicodePattern(`(?i)${ranges}k`)).toEqual({ source: expect.stringMatching(/\[kK\]$/) });
  });
});
