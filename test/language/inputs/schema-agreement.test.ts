import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/base/text/json-value.ts';
import { inputTypeNames, inputTypes, type InputTypeName } from '../../../src/language/input-types/input-types.ts';
import { inputSchema } from '../../../src/language/inputs/input-schema.ts';
import type { Input } from '../../../src/language/inputs/input.ts';
import { validateInputs } from '../../../src/language/inputs/validate-inputs.ts';
import { WorkerBoundedRunner } from '../../../src/language/processes/worker-bounded-runner.ts';
import { isLocalDateTime } from '../../../src/language/safe-patterns/local-date-time.ts';
import { runs } from '../../support/nightly.ts';
import { declaredInput } from './declared-input.ts';
import { notUris, uris as urisOfType, valuesOfTypes } from './values-of-types.ts';

// A machine that is busy with other suites must not change the result of a slow check.
const runner = new WorkerBoundedRunner({ milliseconds: 20_000 });
afterAll(() => runner.close());

const characters = fc.constantFrom('a', 'B', '1', ' ', '-', '_', 'é', '😀', '\n', '\u2028', '\0', '\ud800', 's', 'm');
const text = fc.oneof(fc.string({ unit: characters, maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 4 }));
const pattern = fc.constantFrom(
  '^[a-z]+$',
  '^(?!a)',
  '(?<=a)1',
  '(.)\\1',
  '^.$',
  '\\s',
  '^\\w*$',
  '\\bm',
  '^\\p{L}+$',
  '[^\\W1]',
  '^$|😀',
  '[\\u{1F600}-\\u{1F64F}]',
  '^[a\\-\\_]\\-',
  '(?i)^b[[:alpha:]]',
  '\\A\\h*\\Z',
  '(?P<one>1)(?P=one)',
);
const choice = fc.uniqueArray(fc.constantFrom('a', 'B', '', '10', 'true', '😀', 'constructor'), {
  minLength: 1,
  maxLength: 4,
});
const near = fc.constantFrom(-1, -0, 0, 1, 2, 2.5, 5, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e300, 5e-324, Infinity);
const schema = fc.constantFrom<JsonObject>(
  { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false },
  { $ref: '#/$defs/list', $defs: { list: { type: 'array', items: { $ref: '#' }, maxItems: 2 } } },
  {
    $id: 'https://example.com/x',
    anyOf: [
      { type: 'string', pattern: '^(?!a)' },
      { type: 'number', multipleOf: 0.5 },
    ],
  },
  {
    $schema: 'http://json-schema.org/draft-07/schema#',
    items: [{ type: 'array' }, { $ref: '#/items/0' }],
    additionalItems: { $ref: '#/definitions/a' },
    dependencies: { a: ['b'] },
    definitions: { a: { $ref: '#/definitions/b', type: 'string' }, b: { $id: '#b', minLength: 1 } },
  },
  {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $recursiveAnchor: true,
    items: [{ $recursiveRef: '#' }],
    unevaluatedItems: false,
    dependencies: { a: { maxProperties: 1, properties: { a: { const: 1 } } } },
  },
  { type: ['string', 'array'], minLength: 2, uniqueItems: true, format: 'date' },
);
const dates = fc.constantFrom(
  '2023-02-29',
  '2024-02-29',
  '1900-02-29',
  '2000-02-29',
  '2024-04-31',
  '0000-01-01',
  '2024-13-01',
  '2024-1-01',
  '2024-02-29\n',
);
const times = fc.constantFrom(
  'T00:00:00',
  'T23:59:59',
  'T24:00:00',
  'T23:59:60',
  ' 10:00:00',
  't10:00:00',
  'T10:00:00Z',
  'T10:00',
  '',
);
const uris = fc.constantFrom(
  'https://example.com',
  'a:b',
  'a:',
  '/a',
  'mailto:x@y',
  'http://[::1]:80/',
  'http://a b',
  'http://ü',
  'urn:x:y',
  '//a',
  '1a:b',
  'http://%zz',
  '#a',
  '',
  ...urisOfType,
  ...notUris,
);
const durations = fc.constantFrom(
  '1s',
  '1.5m',
  '0h',
  '1',
  's',
  '1d',
  '.5s',
  '1.s',
  '-1s',
  '1S',
  '1h30m',
  '１s',
  '1s\n',
);

const anything = fc.oneof(
  text,
  near.filter(Number.isFinite),
  fc.boolean(),
  fc.constantFrom<JsonValue>([], {}, [1], ['a'], { a: 1 }, { a: 1.0 }, [[], []], [[[]]]),
);
const values: Readonly<Partial<Record<InputTypeName, fc.Arbitrary<JsonValue>>>> = {
  STRING: text,
  SECRET: text,
  INT: near,
  FLOAT: near,
  BOOLEAN: fc.boolean(),
  DATE: dates,
  DATETIME: fc.tuple(dates, times).map((parts) => parts.join('')),
  DURATION: durations,
  URI: fc.oneof(uris, fc.webUrl()),
  JSON: fc.oneof(
    anything,
    fc.jsonValue({ maxDepth: 3 }).map((value) => value as JsonValue),
  ),
  ENUM: fc.constantFrom('a', 'B', '', '10', 'true', '😀', 'constructor', 'A'),
  MULTISELECT: fc.array(fc.oneof<fc.Arbitrary<JsonValue>[]>(fc.constantFrom('a', 'B', '', '10'), near), {
    maxLength: 3,
  }),
};

/** Optional constraints of each type; bounds in the right order. */
function bounds(low: string, high: string, value: fc.Arbitrary<number>): fc.Arbitrary<JsonObject> {
  return fc.record({ low: fc.option(value), high: fc.option(value) }).map(({ low: first, high: second }) => {
    const isSwapped = first !== null && second !== null && first > second;
    return isSwapped ? { [low]: second, [high]: first } : { [low]: first, [high]: second };
  });
}

const constraints: Readonly<Partial<Record<InputTypeName, fc.Arbitrary<JsonObject>>>> = {
  STRING: fc
    .tuple(bounds('min_length', 'max_length', fc.integer({ min: 0, max: 4 })), fc.option(pattern))
    .map(([order, source]) => ({ ...order, pattern: source })),
  INT: bounds('min', 'max', fc.constantFrom(-1, 0, 1, 5)),
  FLOAT: bounds('min', 'max', fc.constantFrom(-0.5, 0, 2.5, 1e300)),
  JSON: fc.option(schema).map((value) => ({ schema: value })),
  ENUM: choice.map((list) => ({ values: list })),
  MULTISELECT: choice.map((list) => ({ values: list })),
};

// A FILE is checked by its upload.
const typeNames = inputTypeNames.filter((name) => inputTypes[name].role !== 'file');

/** The values of a type without a generator here. */
function listedValues(type: InputTypeName): fc.Arbitrary<JsonValue> {
  const { valid, invalid } = valuesOfTypes[type];
  return fc.constantFrom(...valid, ...invalid);
}

/** An input with a value for it, which may be missing, valid, or nearly valid. */
const declaration = fc.constantFrom(...typeNames).chain((type) =>
  fc.record({
    raw: fc
      .tuple(constraints[type] ?? fc.constant(valuesOfTypes[type].constraints ?? {}), fc.boolean())
      .map(([own, required]): JsonObject => ({ type, required, ...own })),
    value: fc.option(
      fc.oneof({ weight: 5, arbitrary: values[type] ?? listedValues(type) }, { weight: 1, arbitrary: anything }),
      {
        nil: undefined,
      },
    ),
  }),
);

const unsupportedCharacters = /[\0\uD800-\uDFFF]/u;

/** What the schema cannot express, but docs/reference/inputs.md does: which values can reach a task unchanged. */
function canCarry({ type }: Input, value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  if (type === 'INT' && !Number.isSafeInteger(value)) return false;
  // JSON escapes what no string can contain.
  return typeof value === 'string' && type !== 'JSON' ? !unsupportedCharacters.test(value) : value !== Infinity;
}

it('agrees with the JSON Schema for every value that a build can have', async () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addFormat('local-date-time', isLocalDateTime);
  await fc.assert(
    fc.asyncProperty(
      fc.array(declaration, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (declarations, hasUnknown) => {
        const inputs = declarations.map(({ raw }, index) => declaredInput({ id: `input-${index}`, ...raw }));
        const given: Record<string, JsonValue> = hasUnknown ? { other: 1 } : {};
        for (const [index, { value }] of declarations.entries()) {
          if (value !== undefined && value !== null) given[`input-${index}`] = value;
        }
        const document = inputSchema(inputs);
        const isValid = ajv.compile(document)(given);
        ajv.removeSchema();
        const { violations } = await validateInputs(inputs, given, { runner, owner: 'test' });
        const isCarriable = inputs.every((input) => canCarry(input, given[input.id]));
        expect({ document, given, isValid: violations.length === 0 }).toEqual({
          document,
          given,
          isValid: isValid && isCarriable,
        });
      },
    ),
    runs(1500, 300),
  );
}, 180_000);
