import { type JsonObject, type JsonValue, isJsonObject } from '../../problem/json-value.ts';
import { compilePattern } from './compile-pattern.ts';
import { patternNames } from './inspect-schema.ts';
import { subschemas, type UserSchema } from './schema-keywords.ts';

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

/** How many values a schema consists of, itself included. The plain values of an `enum` count as one: a check only looks them up. */
export function schemaSize(schema: JsonValue): number {
  if (Array.isArray(schema)) return schema.reduce<number>((sum, item) => sum + schemaSize(item), 1);
  if (!isJsonObject(schema)) return 1;
  return Object.entries(schema).reduce(
    (sum, [keyword, value]) => sum + (keyword === 'enum' && isPlainList(value) ? 1 : schemaSize(value)),
    1,
  );
}

function isPlainList(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
}

/**
 * How large the JSON Schemas of a flow may be together when nothing else is set, in values as `schemaSize` counts
 * (docs/reference/configuration.md).
 */
export const defaultSchemaValues = 2000;

/** What is left for the JSON Schemas of one document: what they cost does not depend on how they are divided among inputs. */
export class SchemaAllowance {
  readonly max: number;
  #used = 0;

  constructor(max = defaultSchemaValues) {
    this.max = max;
  }

  /** Whether there is room for a schema of this size; it is taken then. */
  takes(size: number): boolean {
    if (this.#used + size > this.max) return false;
    this.#used += size;
    return true;
  }
}
