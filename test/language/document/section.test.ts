import { expect, expectTypeOf, test } from 'vitest';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { boolean, integer, nested, text, withDefault, word } from '../../../src/language/document/property-kinds.ts';
import { PropertyReader } from '../../../src/language/document/property-reader.ts';
import { section, sectionSchema } from '../../../src/language/document/section.ts';
import { Suggestions } from '../../../src/language/document/suggestions.ts';

const inner = section('How often.', {
  max_attempt: withDefault(integer({ minimum: 1, description: 'Attempts in all.' }), 3),
});
const outer = section('A sample.', {
  name: text({ required: true, filled: true, description: 'Names it.' }),
  run_if: text({ description: 'When it runs.' }),
  style: word(['plain', 'bold'], 'plain', { description: 'How it is shown.' }),
  disabled: boolean(false, { description: 'Whether it is left out.' }),
  retry: nested(inner, { description: inner.description }, ({ maxAttempt }) => maxAttempt),
});

function read(map: JsonObject) {
  const reader = new PropertyReader(
    { map, path: [] },
    { sourceText: () => undefined, suggestions: new Suggestions(), problems: [] },
  );
  const values = outer.read(reader);
  return { values, problems: reader.problems.map(({ code, path }) => `${code} ${path.join('.')}`) };
}

test('a section is read with its defaults, under names in camelCase', () => {
  const { values, problems } = read({ name: 'a', run_if: 'b', retry: {} });
  expect(problems).toEqual([]);
  expect(values).toEqual({ name: 'a', runIf: 'b', style: 'plain', disabled: false, retry: 3 });
  expect(Object.keys(read({ name: 'a' }).values)).toEqual(['name', 'style', 'disabled']);
});

test('its type has optional and required properties', () => {
  const { values } = read({});
  expectTypeOf(values.style).toEqualTypeOf<'plain' | 'bold'>();
  expectTypeOf(values.disabled).toEqualTypeOf<boolean>();
  expectTypeOf(values.name).toEqualTypeOf<string | undefined>();
  expectTypeOf(values.retry).toEqualTypeOf<number | undefined>();
});

test('invalid and unknown properties are reported', () => {
  expect(read({ name: '', style: 'italic', disabled: 1, retry: { max_attempt: 0, x: 1 }, y: 2 }).problems).toEqual([
    'invalid-value name',
    'invalid-value style',
    'wrong-type disabled',
    'invalid-value retry.max_attempt',
    'unknown-property retry.x',
    'unknown-property y',
  ]);
  expect(read({}).problems).toEqual(['missing-property ']);
});

test('its JSON Schema has the same properties', () => {
  expect(sectionSchema(outer)).toEqual({
    type: 'object',
    description: 'A sample.',
    properties: {
      name: { type: 'string', minLength: 1, description: 'Names it.' },
      run_if: { type: 'string', description: 'When it runs.' },
      style: { type: 'string', enum: ['plain', 'bold'], default: 'plain', description: 'How it is shown.' },
      disabled: { type: 'boolean', default: false, description: 'Whether it is left out.' },
      retry: {
        type: 'object',
        description: 'How often.',
        properties: { max_attempt: { type: 'integer', minimum: 1, default: 3, description: 'Attempts in all.' } },
        additionalProperties: false,
      },
    },
    required: ['name'],
    additionalProperties: false,
  });
});
