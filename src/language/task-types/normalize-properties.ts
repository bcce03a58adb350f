import type { TextProperty } from '../flow/task-types.ts';
import { valueOfText, type ValueRule } from '../flow/value-rule.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../problem/json-value.ts';
import type { Problem, Path, SourceText } from '../../problem/problem.ts';
import { schemaOfItem, schemaOfKey, type PropertySchema } from './property-schema.ts';

/**
 * The properties as their schema means them: a number or boolean where only a text is allowed is its source text, with
 * a problem (DESIGN 3), a text where only a number or boolean is allowed is the value that it says, and a property without
 * a value (`env:`) is not given. An entry of a map without one stays, to be
 * rejected: nobody writes the name of a variable or a header in order to leave it out.
 */
export function normalizeProperties(
  properties: JsonObject,
  schema: PropertySchema,
  sourceText: SourceText,
): { properties: JsonObject; problems: Problem[] } {
  const problems: Problem[] = [];
  const normalized = normalize(properties, schema, []);
  return { properties: normalized as JsonObject, problems }; // a mapping stays one

  function normalize(value: JsonValue, expected: PropertySchema, path: Path): JsonValue {
    if (Array.isArray(value)) {
      const items = schemaOfItem(expected);
      return value.map((item: JsonValue, index) => normalize(item, items, [...path, index]));
    }
    if (isJsonObject(value)) return normalizeObject(value, expected, path);
    if (typeof value === 'string' && expected.value !== undefined)
      return valueOfText(value, expected.value.type) ?? value;
    const isText = expected.types.includes('string') && (typeof value === 'number' || typeof value === 'boolean');
    return isText && !accepts(expected, value) ? asText(value, path) : value;
  }

  function normalizeObject(value: JsonObject, expected: PropertySchema, path: Path): JsonObject {
    const entries: [string, JsonValue][] = [];
    for (const [key, item] of Object.entries(value)) {
      const named = expected.properties.get(key);
      if (item === null && named !== undefined && named.types.length > 0 && !named.types.includes('null')) continue;
      entries.push([key, normalize(item, schemaOfKey(expected, key), [...path, key])]);
    }
    return Object.fromEntries(entries);
  }

  function asText(value: number | boolean, path: Path): string {
    const text = sourceText(path) ?? String(value);
    problems.push({
      code: 'coerced-text',
      message: `The ${typeof value} ${text} is taken as the text ${quoteShort(text)}; quotes say so.`,
      path,
    });
    return text;
  }
}

function accepts(schema: PropertySchema, value: number | boolean): boolean {
  if (typeof value === 'boolean') return schema.types.includes('boolean');
  return schema.types.includes('number') || (Number.isInteger(value) && schema.types.includes('integer'));
}

/** Every text in which references are replaced, in document order. */
export function textsBySchema(
  value: JsonValue,
  schema: PropertySchema,
  path: Path = [],
  required = false,
): TextProperty[] {
  if (typeof value === 'string') {
    if (schema.language === 'verbatim') return [];
    const rule: ValueRule | undefined = schema.value && { ...schema.value, required };
    return [{ path, text: value, language: schema.language, ...(rule && { value: rule }) }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) => textsBySchema(item, schemaOfItem(schema), [...path, index]));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsBySchema(item, schemaOfKey(schema, key), [...path, key], schema.required.includes(key)),
  );
}
