import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/base/text/json-value.ts';
import { compileSchema } from '../../../src/language/safe-patterns/compile-schema.ts';
import { inspectSchema } from '../../../src/language/safe-patterns/inspect-schema.ts';
import type { UserSchema } from '../../../src/language/safe-patterns/schema-keywords.ts';

describe('inspectSchema', () => {
  it.each<[string, UserSchema, (string | number)[]]>([
    ['a wrong type name', { type: 'strin' }, ['type']],
    ['a remote reference', { properties: { a: { $ref: 'https://example.com/a.json' } } }, ['properties', 'a', '$ref']],
    ['a file reference', { allOf: [{ $ref: 'other.json' }] }, ['allOf', 0, '$ref']],
    ['another dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, ['$schema']],
    [
      'two dialects in one schema',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        items: { $schema: 'https://json-schema.org/draft/2020-12/schema' },
      },
      ['items', '$schema'],
    ],
    [
      'a keyword that draft-07 does not allow',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: { exclusiveMinimum: true } },
      ['items', 'exclusiveMinimum'],
    ],
    [
      'a keyword that draft 2019-09 does not allow',
      { $schema: 'https://json-schema.org/draft/2019-09/schema', $defs: { a: { minContains: -1 } } },
      ['$defs', 'a', 'minContains'],
    ],
    [
      'a broken pattern after a list of items',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [{}], additionalItems: { pattern: '(' } },
      ['additionalItems', 'pattern'],
    ],
    [
      'an inner $id that is not a fragment',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: { $id: 'item.json' } },
      ['items', '$id'],
    ],
    [
      'a fragment as an $id of draft 2019-09',
      { $schema: 'https://json-schema.org/draft/2019-09/schema', items: { $id: '#item' } },
      ['items', '$id'],
    ],
    [
      'a reference to nothing in draft-07',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: { $ref: '#item' } },
      ['items', '$ref'],
    ],
    [
      'a cycle in draft 2019-09',
      { $schema: 'https://json-schema.org/draft/2019-09/schema', allOf: [{ $recursiveRef: '#' }] },
      [],
    ],
    ['an inner $id', { items: { $id: 'x' } }, ['items', '$id']],
    ['a broken pattern', { items: { pattern: '(' } }, ['items', 'pattern']],
    ['a broken property pattern', { patternProperties: { '[': true } }, ['patternProperties', '[']],
    ['a list for items', { items: [{ type: 'string' }] }, ['items']],
    ['an asynchronous schema', { $async: true, type: 'integer' }, ['$async']],
    ['one inside', { properties: { a: { $async: true } } }, ['properties', 'a', '$async']],
    ['one among definitions', { $defs: { a: { $async: true } } }, ['$defs', 'a', '$async']],
    ['one by a pattern', { patternProperties: { '^a': { $async: true } } }, ['patternProperties', '^a', '$async']],
    ['one among dependencies', { dependencies: { a: { $async: true } } }, ['dependencies', 'a', '$async']],
    [
      'one that only a reference reaches',
      { $ref: '#/x-parts/a', 'x-parts': { a: { not: { $async: false } } } },
      ['x-parts', 'a', 'not', '$async'],
    ],
    [
      'a problem that only a reference reaches',
      { $ref: '#/x-parts/a', 'x-parts': { a: { items: { type: 'strin' } } } },
      ['x-parts', 'a', 'items', 'type'],
    ],
    ['a reference to nothing', { properties: { a: { $ref: '#/$defs/b' } } }, ['properties', 'a', '$ref']],
    ['a reference to a string', { $ref: '#/title', title: 'A' }, ['$ref']],
    ['an unknown anchor', { $ref: '#a' }, ['$ref']],
    [
      'an unknown dynamic anchor',
      { properties: { a: { $dynamicRef: '#toString' } } },
      ['properties', 'a', '$dynamicRef'],
    ],
    ['a dynamic anchor that every object has', { $dynamicAnchor: 'toString' }, ['$dynamicAnchor']],
    [
      'a reference in the syntax of older drafts',
      { properties: { a: { $recursiveRef: '#toString' } } },
      ['properties', 'a', '$recursiveRef'],
    ],
    [
      'a cycle of references',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } } },
      ['$defs', 'a'],
    ],
    ['an id of older drafts', { id: 'a' }, ['id']],
    ['an empty enum', { properties: { a: { enum: [] } } }, ['properties', 'a', 'enum']],
    [
      'a property __proto__',
      JSON.parse('{"properties": {"__proto__": {"type": "string"}}}') as UserSchema,
      ['properties', '__proto__'],
    ],
  ])('rejects %s', (_, schema, path) => {
    expect(inspectSchema(schema, 1000).map((problem) => problem.path)).toEqual([path]);
  });

  it.each<[string, UserSchema]>([
    ['booleans', false],
    [
      'local references, an own $id and the dialect',
      {
        $id: 'https://example.com/a',
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $ref: '#/$defs/a',
        $defs: { a: {} },
      },
    ],
    [
      'draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $id: 'https://example.com/a',
        definitions: { a: { $id: '#/definitions/a' }, b: { $id: '#b' } },
        items: [{ $ref: '#/definitions/a' }, { $ref: '#b' }],
        additionalItems: false,
        dependencies: { a: ['b'], c: {} },
      },
    ],
    ['draft-07 under other spellings', { $schema: 'https://json-schema.org/draft-07/schema', type: 'object' }],
    [
      'draft 2019-09',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        $recursiveAnchor: true,
        properties: { next: { $recursiveRef: '#' } },
        items: [{}],
        unevaluatedItems: false,
      },
    ],
    ['unknown keywords and formats', { 'x-form': { $ref: 'anything' }, format: 'colour' }],
    ['data that looks like a schema', { enum: [{ $ref: 'other.json' }], default: { pattern: '(' } }],
    [
      'references to schemas that other references reach',
      { $ref: '#/x-parts/a', 'x-parts': { a: { $ref: '#/x-parts/b' }, b: {} } },
    ],
    [
      'anchors',
      {
        $defs: { a: { $anchor: 'here', $dynamicAnchor: 'there' } },
        items: { $ref: '#here' },
        not: { $dynamicRef: '#there' },
      },
    ],
    ['recursion into the value', { properties: { next: { $ref: '#' } } }],
    ['escaped names', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } }],
    ['properties named like keywords', { properties: { $ref: { type: 'string' }, pattern: { type: 'string' } } }],
  ])('accepts %s', (_, schema) => {
    expect(inspectSchema(schema, 1000)).toEqual([]);
    expect(compileSchema(schema)).toBeTypeOf('function');
  });

  it.each([
    '#/__proto__',
    '#/constructor',
    '#/toString',
    '#/definitions/hasOwnProperty',
    '#/allOf/constructor',
    '#/%5F%5Fproto%5F%5F',
    '#/constructor%2Fprototype',
  ])('rejects the unresolved reference %s', ($ref) => {
    const schema = { definitions: {}, allOf: [{}], properties: { a: { $ref } }, 'constructor/prototype': {} };
    const [problem] = inspectSchema(schema, 1000);
    expect(problem).toEqual({
      message: `$ref does not resolve: the schema has no ${JSON.stringify($ref)}.`,
      path: ['properties', 'a', '$ref'],
    });
  });
});

describe('compileSchema', () => {
  it('follows the rules of each draft', () => {
    const checked = (schema: UserSchema, value: JsonValue) => compileSchema(schema)(value).length === 0;
    const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
    const draft2019 = { $schema: 'https://json-schema.org/draft/2019-09/schema' };
    for (const dialect of [draft07, draft2019]) {
      expect([
        checked({ ...dialect, items: [{ type: 'string' }], additionalItems: false }, ['a']),
        checked({ ...dialect, items: [{ type: 'string' }], additionalItems: false }, ['a', 1]),
      ]).toEqual([true, false]);
      expect(checked({ ...dialect, dependencies: { a: ['b'] } }, { a: 1 })).toBe(false);
    }
    const beside = { $ref: '#/definitions/a', type: 'string', maximum: 1, definitions: { a: {} } };
    expect([checked({ ...draft07, ...beside }, 5), checked({ ...draft2019, ...beside }, 5)]).toEqual([true, false]);
    const many = { contains: { type: 'string' }, minContains: 2 };
    expect([checked({ ...draft07, ...many }, ['a']), checked({ ...draft2019, ...many }, ['a'])]).toEqual([true, false]);
    const list = {
      ...draft2019,
      $recursiveAnchor: true,
      $defs: { rest: { properties: { next: { $recursiveRef: '#' } } } },
      type: 'object',
      $ref: '#/$defs/rest',
    };
    expect([checked(list, { next: {} }), checked(list, { next: { next: 1 } })]).toEqual([true, false]);
    const named = {
      ...draft07,
      definitions: { name: { $id: '#name', type: 'string' } },
      additionalProperties: { $ref: '#name' },
    };
    expect([checked(named, { a: 'x' }), checked(named, { a: 1 })]).toEqual([true, false]);
  });

  it('treats formats as assertions', () => {
    const check = compileSchema({ items: { format: 'date' } });
    expect(check(['2024-02-29'])).toEqual([]);
    expect(check(['2023-02-29'])).toEqual(['Value at /0 must match format "date"']);
  });

  it('never treats a promise as true', () => {
    expect(() => compileSchema({ $async: true, type: 'integer' })('x')).toThrow('neither true nor false');
  });

  it('finds only own properties of a value', () => {
    expect(compileSchema({ properties: { toString: { type: 'string' } } })({})).toEqual([]);
    expect(compileSchema({ required: ['constructor'] })({})).toHaveLength(1);
    expect(compileSchema({ required: ['__proto__'] })({})).toHaveLength(1);
    expect(compileSchema({ required: ['__proto__'] })(JSON.parse('{"__proto__": 1}'))).toEqual([]);
  });

  it('limits the number and the length of messages', () => {
    const check = compileSchema({ items: { type: 'string' } });
    const messages = check(Array.from({ length: 100 }, () => 1));
    expect(messages).toHaveLength(20);
    expect(messages.at(-1)).toBe('Value violates the schema in 81 more places');
    expect(compileSchema({ additionalProperties: false })({ ['a'.repeat(9000)]: 1 })[0]!.length).toBeLessThan(600);
  });
});
