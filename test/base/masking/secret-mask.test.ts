import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretMask } from '../../../src/base/masking/secret-mask.ts';

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
    [
      'a string in which a tool sets colours',
      'hunter22',
      'x hun\u001b[01;31m\u001b[Kter\u001b[m\u001b[K22\u001b[m y',
      'x ****\u001b[m y',
    ],
    ['a string that contains an escape', 'pass\u001b[1m', 'x pass\u001b[1m\u001b[0m y', 'x ****\u001b[0m y'],
    [
      'a string that begins within an escape',
      'bab',
      'x \u001b[bab \u001b[1;31bab y',
      'x \u001b[**** \u001b[1;31**** y',
    ],
    [
      'a word in colour',
      '73',
      '\u001b[31m73\u001b[0m 7\u001b[1m3 \u001b[73m \u001b[73',
      '\u001b[31m****\u001b[0m 7\u001b[1m3 \u001b[73m \u001b[****',
    ],
    ['what is no escape', 'hunter22', 'hun\u001b[1;ter22 hunter22\u001b[', 'hun\u001b[1;ter22 ****\u001b['],
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

  it('gives the same result however the text is split, and whatever has a colour', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\u001b[1m', '\u001b', '[', 'm'), maxLength: 40 });
    const secrets = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 7 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), secrets, (pieces, values) => {
        const masked = inPieces(values, pieces);
        for (const value of values) expect(masked).not.toContain(value);
        expect(masked).toBe(inPieces(values, [pieces.join('')]));
        expect(masked).toBe(new SecretMask(values).apply(pieces.join('')));
        // oxlint-disable-next-line no-control-regex -- what a terminal does not show
        const visible = masked.replaceAll(/\u001b\[[0-9]*[A-Za-z]/g, '');
        for (const value of values) expect(visible).not.toContain(value);
      }),
    );
  });

  it('masks secrets that overlap as one', () => {
    expect(inPieces(['abcd', 'cdef', 'xyz'], ['<abcdef>', '<abcabcd>', '<xyzxyz>'])).toBe('<****><abc****><********>');
  });

  it('masks exactly the characters that belong to a secret', () => {
    const letter = fc.constantFrom('a', 'b', '\n');
    const text = fc.string({ unit: letter, maxLength: 60 });
    const secrets = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 3, maxLength: 9 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, secrets, (whole, values) => {
        const isSecret = Array.from({ length: whole.length }, () => false);
        for (const value of values)
          for (let at = whole.indexOf(value); at >= 0; at = whole.indexOf(value, at + 1))
            isSecret.fill(true, at, at + value.length);
        const rest = [...whole].filter((_, index) => !isSecret[index]).join('');
        expect(new SecretMask(values).apply(whole).replaceAll('*', '')).toBe(rest);
      }),
    );
  });

  it('keeps the characters around a long secret that nearly occurs again and again', async () => {
    const near = 'x'.repeat(90_000);
    const mask = await new SecretMask([`${near}y`]).prepare();
    const text = `${near}xx ${near}yx`;
    expect(await mask.applyInTurns(text)).toBe(`${near}xx ****x`);
    let masked = '';
    for (let at = 0; at < text.length; at += 1000) masked += mask.push(text.slice(at, at + 1000));
    expect(masked + mask.end()).toBe(`${near}xx ****x`);
  });

  it('masks the values and lines of very many secrets, whatever room there is for their forms', async () => {
    const secrets = Array.from({ length: 60 }, (_, index) => `${'\u0001"<é\\n'.repeat(700)}${index}`);
    const mask = await new SecretMask(secrets).prepare();
    expect(await mask.applyInTurns(secrets.map((secret) => `<${secret}>`).join(''))).toBe('<****>'.repeat(60));
  });
});

describe('a short secret', () => {
  it.each([
    ['7', 'pin=7, "7" 7', 'pin=****, "****" ****'],
    ['7', '17 7a 0.75 a_7', '17 7a 0.75 a_7'],
    ['ab', 'ab, cab abc (ab)', '****, cab abc (****)'],
    ['é', 'é été', '**** été'],
    ['abc', 'abc abcd', '**** ****d'],
    ['-', '- a-b --', '- a-b --'],
    ['', 'nothing', 'nothing'],
  ])('%j is masked where it stands alone', (secret, text, masked) => {
    expect(new SecretMask([secret]).apply(text)).toBe(masked);
    expect(inPieces([secret], [...text])).toBe(masked);
  });
});

describe('base64 in lines', () => {
  const secret = 'correct horse battery staple, and much more of it, so that it needs several lines';
  const lines = (text: string, end: string) => Buffer.from(text).toString('base64').replaceAll(/.{64}/g, `$&${end}`);

  it.each(['\n', '\r\n'])('that end with %j is found wherever chunks end', (end) => {
    const text = `Certificate:\n${lines(`user:${secret}`, end)}\nrest`;
    const whole = new SecretMask([secret]).apply(text);
    expect(whole).toMatch(/^Certificate:\n\w{6,8}\*{4}\w{0,4}={0,2}\nrest$/);
    for (let size = 1; size < 80; size++)
      expect(inPieces([secret], text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])).toBe(whole);
  });

  it('does not join the lines of other text', () => {
    const [encoded] = Buffer.from('hunter2-hunter2').toString('base64').split('=');
    const text = `${encoded!.slice(0, 10)}\n${encoded!.slice(10)}\n`;
    expect(new SecretMask(['hunter2-hunter2']).apply(text)).toBe(text);
  });

  it('releases a line that does not look like base64 immediately', () => {
    const mask = new SecretMask(['hunter2']);
    expect(mask.push('Waiting for a\n')).toBe('Waiting for a\n');
  });
});

it.each([
  ['12\n34\n56', 'pins: 12\r\n34\r\n56.', 'pins: ****\r\n****\r\n****.'],
  ['12\r\n34', 'pins: 12\n34.', 'pins: ****\n****.'],
  ['12\n34\n', 'pins: 12\n34.', 'pins: ****\n****.'],
])('masks short lines of the secret %j with other line ends', (secret, text, masked) => {
  expect(new SecretMask([secret]).apply(text)).toBe(masked);
});

it('masks what was printed in ISO 8859-1', () => {
  const printed = Buffer.from('key grün-ß7!', 'latin1').toString();
  expect(new SecretMask(['grün-ß7']).apply(printed)).toBe('key ****!');
});
