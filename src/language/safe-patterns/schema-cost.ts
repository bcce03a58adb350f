import { isExactNumber } from '../../base/text/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { compilePattern } from './compile-pattern.ts';
import { defaultSchemaValues } from './default-limits.ts';
import { patternNames } from './inspect-schema.ts';
import { subschemas, type UserSchema } from './schema-keywords.ts';

/** Up to this size, as `schemaSize` counts it, a schema compiles in about 10 ms. */
export const maxQuickSize = 150;

// Formats whose check takes linear time; ajv-formats has others whose check does not.
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

// A unit takes 5 to 30 ns: a character of the schema against one of the value, or a step of a pattern.
const maxWork = 300_000;

/**
 * The cost of a check for each character of the value's JSON, if it is proportional to the sizes of schema and value:
 * nothing is recursive or quadratic, and every pattern is linear. Undefined for any other schema, and for a large one.
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

/**
 * Whether a check with this weight takes at most a few milliseconds. @param length of the value's JSON, in UTF-16 code
 * units
 */
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

/**
 * The number of values in a schema, including itself. The plain values of an `enum` count as one, because a check only
 * looks them up.
 */
export function schemaSize(schema: JsonValue): number {
  if (Array.isArray(schema)) return schema.reduce<number>((sum, item) => sum + schemaSize(item), 1);
  if (!isJsonObject(schema)) return 1;
  return Object.entries(schema).reduce(
    (sum, [keyword, value]) => sum + (keyword === 'enum' && isPlainList(value) ? 1 : schemaSize(value)),
    1,
  );
}

function isPlainList(value: JsonValue): boolean {
  return (
    Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null || isExactNumber(item))
  );
}

/**
 * The remaining size for the JSON Schemas of one document. Their cost does not depend on how they are divided among
 * inputs.
 */
export class SchemaAllowance {
  readonly max: number;
  #used = 0;

  constructor(max = defaultSchemaValues) {
    this.max = max;
  }

  /** Uses up the size of a schema if there is room for it, and returns whether there is. */
  takes(size: number): boolean {
    if (this.#used + size > this.max) return false;
    this.#used += size;
    return true;
  }
}
