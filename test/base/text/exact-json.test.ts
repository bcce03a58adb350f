import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactJson } from '../../../src/base/text/compact-json.ts';
import { readJson, readJsonWith, writeJson } from '../../../src/base/text/exact-json.ts';
import { isExactNumber, losesDigits } from '../../../src/base/text/exact-number.ts';
import { isJsonObject } from '../../../src/base/text/json-value.ts';

const odd = [
  '7615917337495251231',
  '-9223372036854775809',
  '1.0',
  '-0',
  '-0.0',
  '0.50',
  '1E5',
  '1e400',
  '1e-400',
  '0.0000001',
  '0.1000000000000000055511151231257827',
  '123456789012345678901234567890',
];

const numbers = fc.oneof(
  fc.constantFrom(...odd),
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?$/),
);
const { document } = fc.letrec((tie) => ({
  document: fc.oneof(
    { depthSize: 'small' },
    numbers,
    fc
      .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('#0#5', '1.0', ': 1.0,'))
      .map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'null'),
    fc.array(tie('document')).map((items) => `[ ${items.join(' ,')} ]`),
    fc
      .uniqueArray(fc.tuple(fc.stringMatching(/^(__proto__|[a-z#:. ]{0,9})$/), tie('document')), {
        selector: ([key]) => key,
      })
      .map((entries) => `{${entries.map(([key, text]) => `"${key}" :\n${text as string}`).join(', ')}}`),
  ),
}));

describe('exact JSON', () => {
  it('is written as it was read', () => {
    fc.assert(
      fc.property(document as fc.Arbitrary<string>, (text) => {
        const value = readJson(text);
        expect(writeJson(value)).toBe(compactJson(text));
        expect(writeJson(structuredClone(value))).toBe(compactJson(text));
        expect(JSON.parse(writeJson(value, 2))).toEqual(JSON.parse(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('has ordinary numbers where they print as they were written', () => {
    expect(readJson('[5, 0.5, -1, 9007199254740991, 1e-7, 1e+21]')).toEqual([5, 0.5, -1, 9007199254740991, 1e-7, 1e21]);
    expect(odd.map((text) => isExactNumber(readJson(text)))).toEqual(odd.map(() => true));
  });

  it('does not take strings for numbers, however they are escaped', () => {
    const text = String.raw`{"a": 1.0, "b": "#0#5", "c": "\u0023\u0030#5", "#1#": "\u00230#1.0"}`;
    expect(writeJson(readJson(text))).toBe('{"a":1.0,"b":"#0#5","c":"#0#5","#1#":"#0#1.0"}');
  });

  it('has the last of equal keys, and "__proto__" as any other key', () => {
    const value = readJson('{"a": 1.0, "__proto__": {"x": 2.0}, "a": 3.0}');
    expect(writeJson(value)).toBe('{"a":3.0,"__proto__":{"x":2.0}}');
    expect(isJsonObject(value) && Object.hasOwn(value, '__proto__')).toBe(true);
  });

  it('rejects what JSON.parse rejects', () => {
    for (const text of ['[1.0', '[01.0]', '1.', '{"a": 1.0,}', '-']) expect(() => readJson(text)).toThrow(SyntaxError);
  });

  it('reads other values for such numbers, and writes big integers', () => {
    const value = readJsonWith('[7615917337495251231, 1.0]', (digits) => (digits.includes('.') ? 0 : BigInt(digits)));
    expect(value).toEqual([7615917337495251231n, 0]);
    expect(writeJson(value)).toBe('[7615917337495251231,0]');
  });

  it.each([
    ['7615917337495251231', true],
    ['9007199254740992', false],
    ['9007199254740993', true],
    ['9007199254740993.0', true],
    ['1.0', false],
    ['1E5', false],
    ['-0', false],
    ['1e400', true],
    ['1e-400', true],
    ['0.1', false],
    ['0.1000000000000000055511151231257827', true],
    ['0e99999', false],
  ])('tells whether a double is another number than %s', (digits, loses) => {
    expect(losesDigits(digits)).toBe(loses);
  });

  it('reads a text that contains a long series of marks as fast as any other', () => {
    const series = Array.from({ length: 100_000 }, (_, index) => `#${index}#`).join('');
    expect(writeJson(readJson(`{"text": "${series}", "number": 1.0}`))).toBe(`{"text":"${series}","number":1.0}`);
  });
});
