import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretMask } from '../../src/masking/secret-mask.ts';

function inPieces(secrets: readonly string[], pieces: readonly string[]): string {
  const mask = new SecretMask(secrets);
  return pieces.map((piece) => mask.push(piece)).join('') + mask.end();
}

describe('a mask', () => {
  it('hides a secret of any length behind the same stars', () => {
    expect(inPieces(['s3cret', 'a-much-longer-one'], ['x s3cret y a-much-longer-one z'])).toBe('x **** y **** z');
  });

  it.each([
    ['each line', 'first line\nsecond line', 'a second line b', 'a **** b'],
    ['a line that was indented', '  key: value', 'a key: value b', 'a **** b'],
    ['several lines, whose line breaks stay', 'first\nx\n\nlast\n', '<first\nx\n\nlast\n>', '<****\n****\n\n****\n>'],
    ['several lines in JSON', 'first line\nsecond line\n', '{"x":"first line\\nsecond line\\n"}', '{"x":"****"}'],
    [
      'lines with the line breaks of Windows',
      'first line\r\nsecond line',
      'first line\nsecond line\r\n',
      '****\n****\r\n',
    ],
    ['the form in JSON', 'a"b\\c', '{"x":"a\\"b\\\\c"}', '{"x":"****"}'],
    ['the form in a URL', 'pä ss/1', 'http://x/?p=p%C3%A4%20ss%2F1', 'http://x/?p=****'],
    ['base64', 'hunter22', Buffer.from('hunter22').toString('base64'), '****'],
    ['signs of patterns', 'a.b*c[d', 'a.b*c[d axbbbcd', '**** axbbbcd'],
  ])('knows %s', (_name, secret, text, masked) => {
    expect(inPieces([secret], [text])).toBe(masked);
  });

  it('releases a text without the beginning of a secret immediately', () => {
    const mask = new SecretMask(['secret']);
    expect(mask.push('a line\n')).toBe('a line\n');
    expect(mask.push('now sec')).toBe('now ');
    expect(mask.push('ond')).toBe('second');
  });

  it('prefers the longer of two secrets with a common prefix, even in chunks', () => {
    expect(inPieces(['abcd', 'abcdef'], ['abcd', 'ef abcd', 'x'])).toBe('**** ****x');
  });

  it('gives the same result however the text is split', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 });
    const secrets = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 7 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), secrets, (pieces, values) => {
        const masked = inPieces(values, pieces);
        expect(masked).toBe(inPieces(values, [pieces.join('')]));
        expect(masked).toBe(new SecretMask(values).apply(pieces.join('')));
        for (const value of values) expect(masked).not.toContain(value);
      }),
    );
  });
});
