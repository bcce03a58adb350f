import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { contentKinds } from '../document/content-kind.ts';
import { boundKeywords } from '../flow/value-rule.ts';
import { unicodeSource } from '../safe-patterns/unicode-pattern.ts';

/**
 * Converts the schema of values as they are read into the schema of values as authors write them: a plain number or
 * boolean can stand for a string, and an optional property without a value (`timeout:`) or without items
 * (`outputFiles: []`) counts as missing (docs/reference/flows.md). Says what lists of tasks, lists of inputs and conditions are in the
 * words of JSON Schema; leaves out Flowgate's other keywords and `$schema`, which belongs only at the root.
 */
export function authoredSchema(schema: JsonObject): JsonObject {
  const required = namesIn(schema.required);
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
    if (keyword.startsWith('x-') || keyword === '$schema' || keyword === 'type') return [];
    if (keyword === 'properties' && isJsonObject(value)) {
      const properties = Object.entries(value).map(([name, property]) => [
        name,
        required.includes(name) ? authored(property) : orNothing(orEmpty(authored(property))),
      ]);
      return [[keyword, Object.fromEntries(properties) as JsonObject]]; // made of entries of JSON values
    }
    return [[keyword, nested.has(keyword) ? authored(value) : value]];
  });
  const written = withTypes(writtenTypes(schema), { ...Object.fromEntries(entries), ...meaningOf(schema) });
  return schema.properties === undefined && required.length > 0
    ? { ...written, properties: givenProperties(required) }
    : written;
}

function meaningOf(schema: JsonObject): JsonObject {
  if (schema['x-tasks'] === true) return { items: { $ref: '#/$defs/task' } };
  if (schema['x-inputs'] === true) return { items: { $ref: '#/$defs/input' } };
  return schema['x-language'] === 'condition' ? { contentMediaType: contentKinds.condition } : {};
}

/**
 * The given properties, for alternatives such as "exactly one of": a property without a value or items counts as
 * missing.
 */
function givenProperties(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { not: { enum: [null, []] } }]));
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []; // `required` is a list of names
}

const nested = new Set(['items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not', 'then']);

function authored(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(authored);
  return isJsonObject(schema) ? authoredSchema(schema) : schema;
}

/** A string with a pattern only accepts what matches: `1` can be an id, but not a duration. */
function writtenTypes({ type, pattern, enum: words, oneOf }: JsonObject): readonly JsonValue[] {
  if (type === undefined) return [];
  if (type !== 'string' || words !== undefined || oneOf !== undefined) return [type].flat();
  const takes = (text: string) => typeof pattern !== 'string' || new RegExp(unicodeSource(pattern), 'u').test(text);
  return ['string', ...(takes('1') ? ['number'] : []), ...(takes('true') ? ['boolean'] : [])];
}

const ofTexts = new Set(['pattern', 'minLength', 'maxLength']);
const ofNumbers: ReadonlySet<string> = new Set([...boundKeywords, 'multipleOf']);

/** Writes several types as alternatives: strict validators reject a list of types. */
function withTypes(types: readonly JsonValue[], keywords: JsonObject): JsonObject {
  const [only, ...others] = types;
  if (only === undefined) return keywords;
  if (others.length === 0) return { type: only, ...keywords };
  const entries = Object.entries(keywords);
  const text = Object.fromEntries(entries.filter(([keyword]) => ofTexts.has(keyword)));
  const number = Object.fromEntries(entries.filter(([keyword]) => ofNumbers.has(keyword)));
  const rest = Object.fromEntries(entries.filter(([keyword]) => !ofTexts.has(keyword) && !ofNumbers.has(keyword)));
  const own: Readonly<Record<string, JsonObject>> = { string: text, number, integer: number };
  return { anyOf: types.map((type) => ({ type, ...own[String(type)] })), ...rest };
}

function orEmpty(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
    if (keyword === 'minItems') return [];
    const isAlternative = (keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value);
    return [[keyword, isAlternative ? value.map(orEmpty) : value]];
  });
  return Object.fromEntries(entries);
}

function orNothing(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const { type, enum: words } = schema;
  const nothing = { type: 'null' };
  const withNothing = (keyword: 'anyOf' | 'oneOf'): JsonObject => {
    const branches = schema[keyword];
    return Array.isArray(branches) ? { [keyword]: [...(branches as readonly JsonValue[]), nothing] } : {}; // checked above
  };
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat() as JsonValue[])] }), // types are words
    ...(Array.isArray(words) && { enum: [...(words as readonly JsonValue[]), null] }),
    ...withNothing('anyOf'),
    ...withNothing('oneOf'),
  };
}
