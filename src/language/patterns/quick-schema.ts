import type { JsonObject } from '../../problem/json-value.ts';
import { compilePattern } from './compile-pattern.ts';
import { patternNames } from './inspect-schema.ts';
import { subschemas, type UserSchema } from './schema-keywords.ts';
import { schemaSize } from './schema-size.ts';

/** Up to this size, as `schemaSize` counts, a schema compiles in about 10 ms. */
export const maxQuickSize = 150;

// Formats whose check is linear in the text; ajv-formats has others that are not.
const quickFormats = new Set([
  'date',
  'date-time',
  'time',
  'ipv4',
  'uuid',
  'json-pointer',
  'password',
  'local-date-time',
]);
const slowKeywords = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'uniqueItems',
  'unevaluatedProperties',
  'unevaluatedItems',
];
const maxText = 8192;

// A unit takes 5 to 30 ns, whether it is a character of the schema that meets one of the value, or a step of a pattern.
const maxWork = 300_000;

/**
 * How much a check costs for each character of the value's JSON when it takes time proportional to the sizes of schema and
 * value: nothing recursive, nothing quadratic, every pattern linear. Undefined for a schema that is not like that, or that
 * is large.
 */
export function quickWeight(schema: UserSchema): number | undefined {
  const text = JSON.stringify(schema);
  if (text.length > maxText || schemaSize(schema) > maxQuickSize) return undefined;
  let weight = text.length;
  for (const { schema: part } of subschemas(schema)) {
    const added = partWeight(part);
    if (added === undefined) return undefined;
    weight += added;
  }
  return weight;
}

/** Whether a check with this weight is done in a few milliseconds. @param length of the value's JSON, in UTF-16 code units */
export function isQuickWork(weight: number, length: number): boolean {
  return weight * length <= maxWork;
}

function partWeight(schema: JsonObject): number | undefined {
  if (slowKeywords.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
  if (typeof schema['format'] === 'string' && !quickFormats.has(schema['format'])) return undefined;
  let weight = 0;
  for (const source of [
    ...patternNames(schema),
    ...(typeof schema['pattern'] === 'string' ? [schema['pattern']] : []),
  ]) {
    const pattern = compilePattern(source);
    if (pattern.kind !== 'linear' || !pattern.isSmall) return undefined;
    weight += pattern.stepCost;
  }
  return weight;
}
