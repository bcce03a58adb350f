import { describe, expect, it } from 'vitest';
import { quickWeight } from '../../../src/language/safe-patterns/schema-cost.ts';
import type { UserSchema } from '../../../src/language/safe-patterns/schema-keywords.ts';

describe('quickWeight', () => {
  it.each<[boolean, UserSchema]>([
    [true, { type: 'object', properties: { a: { pattern: '^a+$' } } }],
    [false, { $ref: '#/$defs/a', $defs: { a: {} } }],
    [false, { items: {}, uniqueItems: true }],
    [false, { properties: { a: { pattern: '(?=a)' } } }],
    [false, { properties: { a: { format: 'email' } } }],
    [false, { enum: ['a'.repeat(9000)] }],
  ])('returns %j for %j', (isQuick, schema) => {
    expect(quickWeight(schema) !== undefined).toBe(isQuick);
  });
});
