import { expect, it } from 'vitest';
import type { JsonValue } from '../../../src/base/text/json-value.ts';
import { constantValue, fillValue } from '../../../src/language/expressions/fill-value.ts';
import { webhookRoots } from '../../../src/language/expressions/read-reference.ts';

const values: Readonly<Record<string, JsonValue>> = { n: 3, t: 'text', l: [1, { a: null }], b: false };
const fill = (value: JsonValue) =>
  fillValue(value, webhookRoots, (reference) =>
    reference.root === 'trigger' ? values[reference.path[0] ?? ''] : undefined,
  );

it('replaces a single reference with its value, whatever its type', () => {
  expect(fill('{{ trigger.body.n }}')).toEqual({ value: 3, isComposed: false });
  expect(fill('{{trigger.body.l}}')).toEqual({ value: [1, { a: null }], isComposed: false });
  expect(fill('{{ trigger.body.none }}')).toEqual({ value: undefined, isComposed: false });
});

it('converts every value in a longer string to text', () => {
  expect(fill('{{ trigger.body.n }} {{ trigger.body.t }} {{ trigger.body.l }}{{ trigger.body.none }}!')).toEqual({
    value: '3 text [1,{"a":null}]!',
    isComposed: true,
  });
});

it('stops when a string exceeds the limit of values', () => {
  const body = { large: 'x'.repeat(1024 * 1024) };
  const { value } = fillValue('{{ trigger.body.all }}'.repeat(10_000), webhookRoots, () => body);
  expect(String(value).length).toBeLessThan(3 * 1024 * 1024);
});

it('reads and prints a value once, and stops when all of them exceed the limit', () => {
  let read = 0;
  const body = ['x'.repeat(60_000)];
  const valueOf = () => {
    read += 1;
    return body;
  };
  const { value } = fillValue(Array(6_000).fill('{{ trigger.body.all }}'), webhookRoots, valueOf);
  expect(read).toBe(1);
  expect((value as JsonValue[]).filter((item) => item !== null)).toHaveLength(18);
  const { value: texts } = fillValue(Array(6_000).fill('a {{ trigger.body.all }}'), webhookRoots, valueOf);
  expect(JSON.stringify(texts).length).toBeLessThan(2 * 1024 * 1024);
});

it('fills lists and objects, with null for missing values', () => {
  expect(fill({ __proto__x: ['{{ trigger.body.b }}', '{{ trigger.body.none }}'], plain: 1 }).value).toEqual({
    __proto__x: [false, null],
    plain: 1,
  });
  const odd = JSON.parse('{"__proto__": "{{ trigger.body.n }}"}') as JsonValue;
  expect(JSON.stringify(fill(odd).value)).toBe('{"__proto__":3}');
});

it('recognizes constants', () => {
  expect(constantValue('\\{{ a }}')).toBe('{{ a }}');
  expect(constantValue({ a: ['x', 1] }, webhookRoots)).toEqual({ a: ['x', 1] });
  expect(constantValue({ a: ['{{ trigger.body.n }}'] }, webhookRoots)).toBeUndefined();
});
