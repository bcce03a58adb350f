import { boundKeywords } from '../flow/value-rule.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../problem/json-value.ts';

/**
 * The schema of values as authors may write them, made from the schema of values as they are read: a plain number or
 * boolean stands for its text, and a property without a value (`timeout:`) is not given (docs/reference/flows.md).
 * Keywords that only Flowgate knows are left out, and so is `$schema`, which belongs to the root.
 */
export function authoredSchema(schema: JsonObject): JsonObject {
  const required = namesIn(schema.required);
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
    if (keyword.startsWith('x-') || keyword === '$schema' || keyword === 'type') return [];
    if (keyword === 'properties' && isJsonObject(value)) {
      const properties = Object.entries(value).map(([name, property]) => [
        name,
        required.includes(name) ? authored(property) : orNothing(authored(property)),
      ]);
      return [[keyword, Object.fromEntries(properties) as JsonObject]]; // made of entries of JSON values
    }
    return [[keyword, nested.has(keyword) ? authored(value) : value]];
  });
  const written = withTypes(writtenTypes(schema), Object.fromEntries(entries));
  return schema.properties === undefined && required.length > 0
    ? { ...written, properties: givenProperties(required) }
    : written;
}

/** Of alternatives such as "exactly one of": a property without a value is not given here either. */
function givenProperties(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { not: { type: 'null' } }]));
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []; // `required` is a list of names
}

const nested = new Set(['items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not', 'then']);

function authored(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(authored);
  return isJsonObject(schema) ? authoredSchema(schema) : schema;
}

/** Of a text with a pattern, those that the pattern takes: `1` is an id, and no duration. */
function writtenTypes({ type, pattern, enum: words, oneOf }: JsonObject): readonly JsonValue[] {
  if (type === undefined) return [];
  if (type !== 'string' || words !== undefined || oneOf !== undefined) return [type].flat();
  const takes = (text: string) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
  return ['string', ...(takes('1') ? ['number'] : []), ...(takes('true') ? ['boolean'] : [])];
}

const ofTexts = new Set(['pattern', 'minLength', 'maxLength']);
const ofNumbers: ReadonlySet<string> = new Set([...boundKeywords, 'multipleOf']);

/** Several types are alternatives: validators that are told to be strict reject a list of types. */
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

function orNothing(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const { type, enum: words } = schema;
  const nothing = { type: 'null' };
  const withNothing = (keyword: 'anyOf' | 'oneOf'): JsonObject => {
    const branches = schema[keyword];
    return Array.isArray(branches) ? { [keyword]: [...(branches as readonly JsonValue[]), nothing] } : {}; // just looked at
  };
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat() as JsonValue[])] }), // types are words
    ...(Array.isArray(words) && { enum: [...(words as readonly JsonValue[]), null] }),
    ...withNothing('anyOf'),
    ...withNothing('oneOf'),
  };
}
