import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { inputSchema } from '../../../src/language/inputs/input-schema.ts';
import { declaredInput } from './declared-input.ts';

const choices = { values: ['a', 'b'] };

function propertyOf(raw: JsonObject): unknown {
  const { properties } = inputSchema([declaredInput({ id: 'x', ...raw })]);
  return (properties as JsonObject)['x']; // inputSchema writes an object there
}

describe('inputSchema', () => {
  it.each<[JsonObject, JsonObject]>([
    [
      { type: 'STRING', min_length: 1, max_length: 9, pattern: '^a' },
      { type: 'string', minLength: 1, maxLength: 9, pattern: '^a' },
    ],
    [{ type: 'INT' }, { type: 'integer' }],
    [
      { type: 'INT', min: 1, max: 9 },
      { type: 'integer', minimum: 1, maximum: 9 },
    ],
    [
      { type: 'FLOAT', max: 0.5 },
      { type: 'number', maximum: 0.5 },
    ],
    [
      { type: 'BOOLEAN', defaults: false },
      { type: 'boolean', default: false },
    ],
    [{ type: 'DATE' }, { type: 'string', format: 'date' }],
    [{ type: 'DURATION' }, { type: 'string', pattern: '^[0-9]+(?:\\.[0-9]+)?[smh]$' }],
    [
      { type: 'FILE', max_size: '10MB', allowed_extensions: ['.CSV'] },
      { type: 'string', format: 'file', 'x-max-size': 10_000_000, 'x-allowed-extensions': ['csv'] },
    ],
    [{ type: 'JSON' }, {}],
    [
      { type: 'JSON', schema: { type: 'object' }, defaults: '{}' },
      { type: 'object', default: {} },
    ],
    [
      { type: 'FILE', defaults: 'https://a.b/c', prefill: 'file:///d' },
      { type: 'string', format: 'file', default: 'https://a.b/c', examples: ['file:///d'] },
    ],
    [
      { type: 'SECRET', defaults: 'credential:token', prefill: 'hunter2' },
      { type: 'string', format: 'password', writeOnly: true },
    ],
    [{ type: 'SECRET' }, { type: 'string', format: 'password', writeOnly: true }],
    [
      { type: 'URI', prefill: 'https://a.b' },
      { type: 'string', format: 'uri', not: { pattern: expect.stringContaining('Hh') }, examples: ['https://a.b'] },
    ],
    [
      { type: 'ENUM', ...choices },
      { type: 'string', enum: ['a', 'b'] },
    ],
    [
      { type: 'MULTISELECT', ...choices },
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true, minItems: 1 },
    ],
    [
      { type: 'MULTISELECT', ...choices, defaults: [] },
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true, default: [] },
    ],
    [
      { type: 'MULTISELECT', ...choices, required: false },
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true },
    ],
  ])('describes %j', (raw, keywords) => {
    expect(propertyOf(raw)).toEqual({ ...keywords, title: 'x', 'x-input-type': raw['type'] });
  });

  it('describes DATETIME by a format and a pattern', () => {
    expect(propertyOf({ type: 'DATETIME' })).toMatchObject({
      type: 'string',
      format: 'local-date-time',
      pattern: expect.any(String),
    });
  });

  it('includes label, description and condition', () => {
    const raw = {
      type: 'INT',
      display_name: 'Count',
      description: 'How many',
      depends_on: { inputs: ['a'], condition: '{{ inputs.a }}' },
    };
    expect(propertyOf(raw)).toMatchObject({
      title: 'Count',
      description: 'How many',
      'x-depends-on': { inputs: ['a'], condition: '{{ inputs.a }}', required: true },
    });
  });

  it('requires inputs that have no default and no condition and are not optional', () => {
    const inputs: JsonObject[] = [
      { id: 'must', type: 'INT' },
      { id: 'may', type: 'INT', required: false },
      { id: 'has', type: 'INT', defaults: 1 },
      { id: 'hides', type: 'INT', depends_on: { inputs: ['must'], condition: 'inputs.must > 1' } },
    ];
    expect(inputSchema(inputs.map(declaredInput), 'flow')).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'flow',
      type: 'object',
      required: ['must'],
      additionalProperties: false,
    });
  });

  it('contains nothing besides the inputs', () => {
    const inputs = ['STRING', 'SECRET', 'INT', 'FLOAT'].map((type) => declaredInput({ id: type, type }));
    expect(Object.keys(inputSchema(inputs))).toEqual([
      '$schema',
      'type',
      'properties',
      'required',
      'additionalProperties',
    ]);
  });

  it('supports several schemas of authors that refer to themselves', () => {
    const tree = { $id: 'https://example.com/tree', type: 'array', items: { $ref: '#' } };
    const pair = { $ref: '#tree', $defs: { pair: { $anchor: 'tree', type: 'object' } } };
    const inputs = [
      declaredInput({ id: 'a', type: 'JSON', schema: tree }),
      declaredInput({ id: 'b', type: 'JSON', schema: pair }),
    ];
    const validate = new Ajv2020({ strict: false }).compile(inputSchema(inputs));
    expect(validate({ a: [[], [[]]], b: {} })).toBe(true);
    expect(validate({ a: [[], [1]], b: {} })).toBe(false);
    expect(validate({ a: [], b: [] })).toBe(false);
  });
});
