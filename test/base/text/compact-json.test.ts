import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactJson, jsonFields, jsonString } from '../../../src/base/text/compact-json.ts';
import type { JsonValue } from '../../../src/base/text/json-value.ts';
import { acceptedJson, compactByNode, rejectedJson } from '../../support/json-cases.ts';
import { runs } from '../../support/nightly.ts';
import { runJson, type JsonCall } from '../../support/run-json.ts';

const slow = 60_000;

describe('compact JSON', () => {
  it('is what RFC 8259 allows', () => {
    expect(acceptedJson.map((text) => compactJson(text))).toEqual(acceptedJson.map(compactByNode));
    expect(rejectedJson.filter((text) => compactJson(text) !== undefined)).toEqual([]);
  });

  it('keeps digits, and the order of keys', () => {
    const text = '{ "b": 1.50, "a": [ 12345678901234567890 , 1E+05 ], "1": "\\u00e9\\/" }';
    expect(compactJson(text)).toBe('{"b":1.50,"a":[12345678901234567890,1E+05],"1":"é/"}');
    expect([...(jsonFields(text) ?? [])]).toEqual([
      ['b', '1.50'],
      ['a', '[12345678901234567890,1E+05]'],
      ['1', '"é/"'],
    ]);
  });

  it(
    'is the same in a build',
    () => {
      const documents = fc.sample(fc.json(), runs(1000, 300));
      const texts = [...acceptedJson, ...rejectedJson, ...documents];
      const calls = texts.flatMap((text): JsonCall[] => [
        ['compactJson', text],
        ['jsonFields', text],
        ['jsonString', text],
      ]);
      const found = runJson(calls);
      expect(calls.map((call, index) => [call, found[index]])).toEqual(calls.map((call) => [call, here(call)]));
    },
    slow,
  );
});

/** The result of a call in the shape of `runJson`. */
function here([name, text]: JsonCall): JsonValue {
  if (name === 'compactJson') return compactJson(text) ?? null;
  if (name === 'jsonString') return jsonString(text);
  const fields = jsonFields(text);
  return fields === undefined ? null : { LinkedHashMap: [...fields].map(([key, json]) => [key, json]) };
}
