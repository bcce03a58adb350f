import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { declaredRoots, wholeReferencePattern } from '../expressions/read-reference.ts';
import { valuePatterns } from '../flow/value-rule.ts';

/**
 * The schema of a module, extended: for a number or boolean it also accepts a reference, and the value as a string.
 * With `"x-language": "verbatim"` it accepts no reference, because the value must be known before the build. Keywords
 * such as `minimum` still apply only to numbers. `pattern` applies only to strings without references: what they insert
 * is not known yet.
 */
export function schemaWithReferences(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
    if (mapsOfSchemas.has(keyword) && isJsonObject(value)) {
      return [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, property]) => [name, withReferences(property)])),
      ];
    }
    return [keyword, nested.has(keyword) ? withReferences(value) : value];
  });
  return { ...Object.fromEntries(entries), ...alsoReferences(schema), ...alsoText(schema) };
}

const nested = new Set(['items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf']);
const mapsOfSchemas = new Set(['properties', 'patternProperties']);

function withReferences(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withReferences);
  return isJsonObject(schema) ? schemaWithReferences(schema) : schema;
}

function alsoText({ type, enum: words, const: only, 'x-language': language }: JsonObject): JsonObject {
  const types = [type ?? []].flat();
  const [value, ...others] = types.filter((each) => each === 'integer' || each === 'number' || each === 'boolean');
  if (value === undefined || others.length > 0 || types.includes('string') || words !== undefined || only !== undefined)
    return {};
  const text = `^(?:${valuePatterns[value]})$`;
  return { type: [...types, 'string'], pattern: language === 'verbatim' ? text : `${text}|${reference}` };
}

function alsoReferences({ pattern, 'x-language': language }: JsonObject): JsonObject {
  if (typeof pattern !== 'string' || language === 'verbatim') return {};
  return { pattern: `(?:${pattern})${orReference}` };
}

/** The pattern of a module, in one that also accepts references. */
export function literalPattern(pattern: string): string {
  return pattern.endsWith(orReference) ? pattern.slice('(?:'.length, -`)${orReference}`.length) : pattern;
}

const orReference = `|\\{\\{\\s*(?:${declaredRoots.join('|')})\\.`;

// All fields of the run are strings.
const reference = wholeReferencePattern(declaredRoots);
