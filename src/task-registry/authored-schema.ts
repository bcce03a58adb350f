import { isJsonObject, type JsonObject, type JsonValue } from '../problem/json-value.ts';

/**
 * The schema of values as authors may write them, made from the schema of values as they are read: a plain number or
 * boolean stands for its text, and a property without a value (`timeout:`) is not given (DESIGN 3). Keywords that only
 * Flowgate knows are left out, and so is `$schema`, which belongs to the root.
 */
export function authoredSchema(schema: JsonObject): JsonObject {
  const required = new Set(Array.isArray(schema.required) ? (schema.required as readonly JsonValue[]) : []); // just looked at
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
    if (keyword.startsWith('x-') || keyword === '$schema') return [];
    if (keyword === 'type') return [[keyword, writtenTypes(schema)]];
    if (keyword === 'properties' && isJsonObject(value)) {
      const properties = Object.entries(value).map(([name, property]) => [name, required.has(name) ? authored(property) : orNothing(authored(property))]);
      return [[keyword, Object.fromEntries(properties) as JsonObject]]; // made of entries of JSON values
    }
    if (keyword === 'if') return [[keyword, value]];
    return [[keyword, nested.has(keyword) ? authored(value) : value]];
  });
  return Object.fromEntries(entries);
}

const nested = new Set(['items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'then']);

function authored(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(authored);
  return isJsonObject(schema) ? authoredSchema(schema) : schema;
}

/** Of a text with a pattern, those that the pattern takes: `1` is an id, and no duration. */
function writtenTypes({ type, pattern, enum: words, oneOf }: JsonObject): JsonValue {
  if (type !== 'string' || words !== undefined || oneOf !== undefined) return type ?? 'string';
  const takes = (text: string) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
  return ['string', ...(takes('1') ? ['number'] : []), ...(takes('true') ? ['boolean'] : [])];
}

function orNothing(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema) || schema.type === undefined) return schema;
  const { enum: words, oneOf } = schema;
  return {
    ...schema,
    type: [...new Set([schema.type, 'null'].flat() as JsonValue[])], // types are words
    ...(Array.isArray(words) && { enum: [...(words as readonly JsonValue[]), null] }),
    ...(Array.isArray(oneOf) && { oneOf: [...(oneOf as readonly JsonValue[]), { type: 'null' }] }),
  };
}
