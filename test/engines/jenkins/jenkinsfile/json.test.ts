import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../../../../src/base/text/json-value.ts';
import { acceptedJson, compactByNode, rejectedJson } from '../../../support/json-cases.ts';
import { runs } from '../../../support/nightly.ts';
import { jsonFunctions, runJson, type JsonCall } from '../../../support/run-json.ts';

const slow = 60_000;

describe('the JSON functions of the pipeline runtime', () => {
  it('are all @NonCPS, because no step can run inside them', () => {
    expect(jsonFunctions.match(/^@NonCPS$/gm)).toHaveLength(jsonFunctions.match(/^}$/gm)!.length);
  });

  it(
    'accept and compact what RFC 8259 allows',
    () => {
      expect(results('compactJson', acceptedJson)).toEqual(acceptedJson.map(compactByNode));
    },
    slow,
  );

  it(
    'reject what RFC 8259 does not allow',
    () => {
      const calls = (['compactJson', 'jsonFields', 'jsonValue'] as const).flatMap((name) =>
        rejectedJson.map((text) => [name, text] as const),
      );
      const found = runJson(calls);
      expect(calls.filter((_, index) => found[index] !== null)).toEqual([]);
    },
    slow,
  );

  it(
    'agree with Node on random documents, and on documents with a character added, removed or replaced',
    () => {
      const documents = fc.sample(document, runs(3000, 200));
      const texts = [...documents, ...documents.map((text, index) => damaged(text, index))];
      const found = results('compactJson', texts);
      for (const [index, text] of texts.entries()) {
        expect({ text, compact: found[index] }).toEqual({ text, compact: isJson(text) ? compactByNode(text) : null });
      }
    },
    slow,
  );

  it(
    'return the fields of an object in order, the last one of equal keys',
    () => {
      const texts = [...acceptedJson, ...fc.sample(document, runs(1000, 150))];
      const found = results('jsonFields', texts);
      for (const [index, text] of texts.entries()) {
        const value = JSON.parse(text) as JsonValue;
        // Node puts keys that look like an index first.
        const sorted = (entries: [string, JsonValue][]) =>
          entries.toSorted(([left], [right]) => (left < right ? -1 : 1));
        const fields = found[index] as { LinkedHashMap: [string, string][] } | null; // as run-json.groovy writes it
        expect({
          text,
          fields: fields && sorted(fields.LinkedHashMap.map(([key, json]) => [key, JSON.parse(json) as JsonValue])),
        }).toEqual({ text, fields: isJsonObject(value) ? sorted(Object.entries(value)) : null });
      }
      expect(
        results('jsonFields', ['{"b": 1.0, "a": [ 1e3 , {"x":"\\u00e9"} ], "\\u0062": 12345678901234567890}']),
      ).toEqual([
        {
          LinkedHashMap: [
            ['b', '12345678901234567890'],
            ['a', '[1e3,{"x":"é"}]'],
          ],
        },
      ]);
    },
    slow,
  );

  it(
    'return the same values as Node, with all digits of integers',
    () => {
      const texts = [...acceptedJson, ...fc.sample(document, runs(1000, 150))];
      const found = results('jsonValue', texts);
      for (const [index, text] of texts.entries())
        expect({ text, value: plain(found[index]!) }).toEqual({
          text,
          value: withoutNegativeZero(JSON.parse(text) as JsonValue),
        });
      expect(
        results('jsonValue', [
          '{"b":[1,-0,1.0,1e2,{}],"a":[9223372036854775807,9223372036854775808,-9223372036854775809,1.5e99999999999]}',
        ]),
      ).toEqual([
        {
          LinkedHashMap: [
            ['b', [{ Long: '1' }, { Long: '0' }, { Double: '1.0' }, { Double: '100.0' }, { LinkedHashMap: [] }]],
            [
              'a',
              [
                { Long: '9223372036854775807' },
                { BigInteger: '9223372036854775808' },
                { BigInteger: '-9223372036854775809' },
                { Double: 'Infinity' },
              ],
            ],
          ],
        },
      ]);
    },
    slow,
  );

  it(
    'write a string like JSON.stringify',
    () => {
      const texts = [
        '',
        'a"b\\c\n\r\t\b\f\u0000\u001f\u007f\u2028é😀',
        '\ud83d',
        '\ude00\ud83d',
        '\ud83d\ud83d\ude00\ude00',
        '\\u0041',
        '$1',
        ...fc.sample(anyText, runs(500, 100)),
      ];
      expect(results('jsonString', texts)).toEqual(texts.map((text) => JSON.stringify(text)));
    },
    slow,
  );
});

function results(name: JsonCall[0], texts: readonly string[]): JsonValue[] {
  return runJson(texts.map((text) => [name, text] as const));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Awkward characters, and every UTF-16 code unit. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', '\\', '/', '\n', '\u0000', '\u001f', 'u0041', '😀', ' ', '{', '],'),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Numbers as users write them, strings with and without escapes, white space between. */
const document = fc.letrec<{ value: string }>((tie) => {
  const space = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\r\n');
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.oneof(fc.nat(), fc.bigInt({ min: 0n, max: 1n << 80n })).map(String),
      fc.constantFrom('', '', '.0', '.250', '.12345678901234567890'),
      fc.constantFrom('', '', 'e5', 'E-7', 'e+09'),
    )
    .map((parts) => parts.join(''));
  const escapeUnit = (unit: string, style: number) =>
    style === 0
      ? JSON.stringify(unit).slice(1, -1)
      : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')[style === 1 ? 'toUpperCase' : 'toLowerCase']()}`;
  const string = fc.tuple(anyText, fc.array(fc.nat({ max: 2 }), { minLength: 1 })).map(
    ([text, styles]) =>
      `"${text
        .split('')
        .map((unit, index) => escapeUnit(unit, styles[index % styles.length]!))
        .join('')}"`,
  );
  const spaced = (inner: fc.Arbitrary<string>) => fc.tuple(space, inner, space).map((parts) => parts.join(''));
  const list = fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`);
  const object = fc
    .array(
      fc.tuple(spaced(string), tie('value')).map((pair) => pair.join(':')),
      { maxLength: 4 },
    )
    .map((entries) => `{${entries.join(',')}}`);
  return {
    value: spaced(
      fc.oneof(
        { maxDepth: 4 },
        fc.oneof(number, string, fc.constantFrom('true', 'false', 'null', '[]', '{ }')),
        list,
        object,
      ),
    ),
  };
}).value;

/** A document with one change, which may leave it valid. */
function damaged(text: string, seed: number): string {
  const at = (seed * 7919) % (text.length + 1);
  const added = [
    '"',
    '\\',
    ',',
    ':',
    '[',
    ']',
    '{',
    '}',
    '0',
    '1',
    '-',
    '.',
    'e',
    ' ',
    '\n',
    '\t',
    'u',
    '\u0001',
    '\u0002',
  ][seed % 19]!;
  return text.slice(0, at) + (seed % 3 === 0 ? '' : added) + text.slice(seed % 3 === 1 ? at : at + 1);
}

/** The output of run-json.groovy, in the form of Node. */
function plain(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  if (Array.isArray(value['LinkedHashMap']))
    return Object.fromEntries(
      (value['LinkedHashMap'] as [string, JsonValue][]).map(([key, item]) => [key, plain(item)]),
    );
  return Number(Object.values(value)[0]) + 0;
}

function withoutNegativeZero(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNegativeZero(item)]));
  return typeof value === 'number' ? value + 0 : value;
}
