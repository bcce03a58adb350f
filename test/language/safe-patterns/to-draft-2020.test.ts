import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/base/text/json-value.ts';
import { compileSchema } from '../../../src/language/safe-patterns/compile-schema.ts';
import { inspectSchema } from '../../../src/language/safe-patterns/inspect-schema.ts';
import { toDraft2020 } from '../../../src/language/safe-patterns/to-draft-2020.ts';

const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const draft2019 = { $schema: 'https://json-schema.org/draft/2019-09/schema' };

/** Whether the translation accepts a value, as a validator of draft 2020-12 reads it. */
function translationCheck(schema: JsonObject): (value: JsonValue) => boolean {
  // With allErrors as in Flowgate: without it, ajv ignores `contains` after a list of items.
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    allErrors: true,
    ownProperties: true,
    validateSchema: false,
  });
  const validate = ajv.compile(toDraft2020(schema));
  return (value) => validate(value) === true;
}

describe('toDraft2020', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'only the names of draft 2020-12',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://a.b', dependencies: {} },
      { dependencies: {} },
    ],
    [
      'lists of items',
      { ...draft07, items: [{ type: 'string' }], additionalItems: false },
      { prefixItems: [{ type: 'string' }], items: false },
    ],
    [
      'additional items without a list',
      { ...draft07, items: { type: 'string' }, additionalItems: false },
      { items: { type: 'string' } },
    ],
    [
      'dependencies',
      { ...draft2019, dependencies: { a: ['b'], c: { minProperties: 2 } } },
      { allOf: [{ dependentRequired: { a: ['b'] }, dependentSchemas: { c: { minProperties: 2 } } }] },
    ],
    [
      'keywords beside a reference',
      { ...draft07, title: 'A', $ref: '#/definitions/a', type: 'string', definitions: { a: {} } },
      { title: 'A', $ref: '#/definitions/a', definitions: { a: {} } },
    ],
    [
      'keywords beside a reference in draft 2019-09',
      { ...draft2019, $ref: '#/$defs/a', type: 'string', $defs: { a: {} } },
      { $ref: '#/$defs/a', type: 'string', $defs: { a: {} } },
    ],
    [
      'keywords of later drafts',
      { ...draft07, contains: {}, minContains: 2, dependentRequired: { a: ['b'] } },
      { contains: {} },
    ],
    [
      'references to moved schemas',
      { ...draft07, items: [{ $ref: '#/additionalItems' }], additionalItems: { items: { $ref: '#/items/0' } } },
      { prefixItems: [{ $ref: '#/items' }], items: { items: { $ref: '#/prefixItems/0' } } },
    ],
    [
      'references to schemas that no longer apply',
      {
        ...draft07,
        not: { $ref: '#/properties/a/items' },
        properties: { a: { $ref: '#/definitions/b', items: { type: 'null' } } },
        definitions: { b: {} },
      },
      {
        not: { $ref: '#/$defs/moved-1/$defs/moved-1' },
        properties: { a: { $ref: '#/definitions/b' } },
        definitions: { b: {} },
        $defs: { 'moved-1': { $defs: { 'moved-1': { type: 'null' } } } },
      },
    ],
    [
      'references to booleans',
      {
        ...draft07,
        properties: { a: { $ref: '#/definitions/none' }, b: { $ref: '#/definitions/any' } },
        definitions: { none: false, any: true },
      },
      { properties: { a: { allOf: [{ not: {} }] }, b: {} }, definitions: { none: false, any: true } },
    ],
    [
      'fragments as ids',
      {
        ...draft07,
        definitions: { 'a b': { $id: '#a', type: 'string' }, c: { $id: '#/definitions/c' } },
        items: { $ref: '#a' },
      },
      { definitions: { 'a b': { $anchor: 'a', type: 'string' }, c: {} }, items: { $ref: '#/definitions/a%20b' } },
    ],
    [
      'recursion',
      { ...draft2019, $recursiveAnchor: true, properties: { next: { $recursiveRef: '#' } } },
      { properties: { next: { $ref: '#' } } },
    ],
  ])('translates %s', (_, schema, translated) => {
    const before = structuredClone(schema);
    expect(inspectSchema(schema, 1000)).toEqual([]);
    expect(toDraft2020(schema)).toEqual(translated);
    expect(schema).toEqual(before);
    expect(inspectSchema(translated, 1000)).toEqual([]);
  });

  it('takes time proportional to the schema', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [
        `p${index}`,
        { $ref: index === 0 ? '#/definitions/x' : `#/properties/p${index - 1}/items`, items: { type: 'string' } },
      ]),
    );
    const translated = toDraft2020({ ...draft07, properties, definitions: { x: {} } });
    expect(
      Object.keys((translated as { $defs: { 'moved-1': { $defs: object } } }).$defs['moved-1'].$defs),
    ).toHaveLength(599);
  });
});

const names = fc.constantFrom('a', 'b', 'c');
const references = fc.constantFrom(
  '#',
  '#/definitions/one',
  '#/definitions/two',
  '#/items/0',
  '#/additionalItems',
  '#/dependencies/a',
  '#/properties/a',
  '#/properties/b',
  '#/anyOf/0',
  '#name',
);
const { schema: part } = fc.letrec<{ schema: JsonObject | boolean }>((tie) => {
  const inner = tie('schema');
  const keywords = fc.record<Record<string, unknown>>(
    {
      type: fc.constantFrom('string', 'integer', 'array', 'object', ['array', 'null'], ['object', 'array']),
      items: fc.oneof(inner, fc.array(inner, { minLength: 1, maxLength: 2 })),
      additionalItems: inner,
      contains: inner,
      minContains: fc.constantFrom(0, 2),
      properties: fc.dictionary(names, inner, { maxKeys: 2 }),
      additionalProperties: inner,
      required: fc.uniqueArray(names, { maxLength: 2 }),
      dependencies: fc.dictionary(names, fc.oneof(inner, fc.uniqueArray(names, { maxLength: 2 })), { maxKeys: 2 }),
      dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 1 }),
      unevaluatedProperties: inner,
      unevaluatedItems: inner,
      anyOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
      allOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
      not: inner,
      if: inner,
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; schemas are never awaited
      then: inner,
      else: inner,
      maxItems: fc.constantFrom(1, 2),
      minProperties: fc.constantFrom(1, 2),
      const: fc.constantFrom('x', 1),
      $ref: references,
      $recursiveRef: fc.constant('#'),
    },
    { requiredKeys: [] },
  );
  // With all keywords at once, no value would be valid.
  const few = fc
    .tuple(keywords, fc.uniqueArray(fc.nat(22), { maxLength: 3 }))
    .map(
      ([all, kept]) => Object.fromEntries(Object.entries(all).filter((_, index) => kept.includes(index))) as JsonObject,
    ); // made of JSON values
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'schema' },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 5, arbitrary: few },
    ),
  };
});
const olderSchema = fc
  .tuple(fc.constantFrom(draft07, draft2019), part, part, part, fc.boolean())
  .map(([dialect, own, one, two, isNamed]): JsonObject => {
    const name =
      isNamed && typeof two === 'object'
        ? { ...two, ...(dialect === draft07 ? { $id: '#name' } : { $anchor: 'name' }) }
        : two;
    return { ...dialect, ...(typeof own === 'object' && own), definitions: { one, two: name } };
  });
const value = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>('x', 'y', 1, 2.5, null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** ajv counts the items that `contains` finds as evaluated unless it recognizes that the schema accepts everything. */
function isReadDifferently(schema: JsonObject): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"contains":') && text.includes('"unevaluatedItems":');
}

it('accepts what the older draft accepts', () => {
  let compared = 0;
  let valid = 0;
  fc.assert(
    fc.property(olderSchema, fc.array(value, { minLength: 3, maxLength: 6 }), (schema, values) => {
      fc.pre(inspectSchema(schema, 1000).length === 0 && !isReadDifferently(schema));
      const check = compileSchema(schema);
      const checkTranslation = translationCheck(schema);
      for (const item of values) {
        const isValid = check(item).length === 0;
        compared++;
        valid += Number(isValid);
        expect({ schema, translated: toDraft2020(schema), item, isValid: checkTranslation(item) }).toEqual({
          schema,
          translated: toDraft2020(schema),
          item,
          isValid,
        });
      }
    }),
    { numRuns: 150, maxSkipsPerRun: 1000 },
  );
  expect(compared).toBeGreaterThan(300);
  expect(valid / compared).toBeGreaterThan(0.1);
});
