import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/pattern/compile-schema.ts';
import { inspectSchema } from '../../src/pattern/inspect-schema.ts';
import type { UserSchema } from '../../src/pattern/schema-keywords.ts';

describe('inspectSchema', () => {
  it.each<[string, UserSchema, (string | number)[]]>([
    ['a wrong type name', { type: 'strin' }, ['type']],
    ['a remote reference', { properties: { a: { $ref: 'https://example.com/a.json' } } }, ['properties', 'a', '$ref']],
    ['a file reference', { allOf: [{ $ref: 'other.json' }] }, ['allOf', 0, '$ref']],
    ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, ['$schema']],
    ['an inner $id', { items: { $id: 'x' } }, ['items', '$id']],
    ['a broken pattern', { items: { pattern: '(' } }, ['items', 'pattern']],
    ['a broken property pattern', { patternProperties: { '[': true } }, ['patternProperties', '[']],
    ['a list for items', { items: [{ type: 'string' }] }, ['items']],
  ])('refuses %s', (_, schema, path) => {
    expect(inspectSchema(schema, 1000).map((fault) => fault.path)).toEqual([path]);
  });

  it.each<[string, UserSchema]>([
    ['booleans', false],
    ['local references, an own $id and the dialect', { $id: 'https://example.com/a', $schema: 'https://json-schema.org/draft/2020-12/schema', $ref: '#/$defs/a', $defs: { a: {} } }],
    ['unknown keywords and formats', { 'x-form': { $ref: 'anything' }, format: 'colour' }],
    ['data that looks like a schema', { enum: [{ $ref: 'other.json' }], default: { pattern: '(' } }],
    ['properties named like keywords', { properties: { $ref: { type: 'string' }, pattern: { type: 'string' } } }],
  ])('accepts %s', (_, schema) => {
    expect(inspectSchema(schema, 1000)).toEqual([]);
    expect(compileSchema(schema)).toBeTypeOf('function');
  });
});

describe('compileSchema', () => {
  it('takes formats as assertions', () => {
    const check = compileSchema({ items: { format: 'date' } });
    expect(check(['2024-02-29'])).toEqual([]);
    expect(check(['2023-02-29'])).toEqual(['Value at /0 must match format "date"']);
  });

  it('bounds the number and the length of messages', () => {
    const check = compileSchema({ items: { type: 'string' } });
    const messages = check(Array.from({ length: 100 }, () => 1));
    expect(messages).toHaveLength(20);
    expect(messages.at(-1)).toBe('Value breaks the schema in 81 further places');
    expect(compileSchema({ additionalProperties: false })({ ['a'.repeat(9000)]: 1 })[0]!.length).toBeLessThan(600);
  });
});
