import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/base/text/json-value.ts';
import { environmentText, valueFromText } from '../../../src/language/inputs/text-conversion.ts';
import { declaredInput } from './declared-input.ts';

const choices = { values: ['a', 'b'] };

describe('environmentText', () => {
  it.each<[JsonObject, JsonValue, string]>([
    [{ type: 'STRING' }, ' a\n"b" ', ' a\n"b" '],
    [{ type: 'STRING' }, '', ''],
    [{ type: 'INT' }, -5, '-5'],
    [{ type: 'INT' }, -0, '0'],
    [{ type: 'INT' }, 9_007_199_254_740_991, '9007199254740991'],
    [{ type: 'FLOAT' }, 0.1, '0.1'],
    [{ type: 'FLOAT' }, 3, '3'],
    [{ type: 'BOOLEAN' }, false, 'false'],
    [{ type: 'JSON' }, { a: [1, 'x'] }, '{"a":[1,"x"]}'],
    [{ type: 'JSON' }, 'x', '"x"'],
    [{ type: 'MULTISELECT', ...choices }, ['a', 'b'], '["a","b"]'],
    [{ type: 'DURATION' }, '90s', '90s'],
  ])('writes a value of %j', (raw, value, text) => {
    expect(environmentText(declaredInput({ id: 'x', ...raw }), value)).toBe(text);
  });

  it('treats a value of the wrong type as a defect', () => {
    expect(() => environmentText(declaredInput({ id: 'x', type: 'INT' }), '5')).toThrow(TypeError);
  });
});

describe('valueFromText', () => {
  it.each<[JsonObject, string, JsonValue]>([
    [{ type: 'STRING' }, '', ''],
    [{ type: 'STRING' }, '5', '5'],
    [{ type: 'INT' }, '-5', -5],
    [{ type: 'INT' }, '', null],
    [{ type: 'FLOAT' }, '1e-3', 0.001],
    [{ type: 'BOOLEAN' }, 'true', true],
    [{ type: 'JSON' }, '{"a": 1}', { a: 1 }],
    [{ type: 'JSON' }, '"x"', 'x'],
    [{ type: 'ENUM', ...choices }, '', null],
    [{ type: 'ENUM', values: ['', 'a'] }, '', ''],
    [{ type: 'MULTISELECT', ...choices }, '["a"]', ['a']],
    [{ type: 'MULTISELECT', ...choices }, 'a, b', ['a', 'b']],
    [{ type: 'SECRET' }, '', null],
  ])('reads a value of %j from %j', (raw, text, value) => {
    expect(valueFromText(declaredInput({ id: 'x', ...raw }), text)).toEqual({ value });
  });

  it.each<[JsonObject, string]>([
    [{ type: 'INT' }, '5.5'],
    [{ type: 'INT' }, '9'.repeat(400)],
    [{ type: 'FLOAT' }, '1e999'],
    [{ type: 'FLOAT' }, 'NaN'],
    [{ type: 'BOOLEAN' }, 'constructor'],
    [{ type: 'JSON' }, '{a: 1}'],
    [{ type: 'MULTISELECT', ...choices }, '["a"'],
  ])('reports a problem for %j with %j', (raw, text) => {
    expect(valueFromText(declaredInput({ id: 'x', ...raw }), text)).toHaveProperty('message');
  });
});
