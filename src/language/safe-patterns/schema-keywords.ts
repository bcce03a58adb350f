import type { Path } from '../../base/problem/problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';

/** A JSON Schema as an author wrote it, in one of the supported dialects. */
export type UserSchema = JsonObject | boolean;

/**
 * The keywords of all dialects whose value is a schema, a list of schemas, or a map of names to schemas; all others
 * contain data.
 */
const subschemaKeywords = new Set([
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
/** `dependencies` is from older drafts, but the validator still applies it. */
export const schemaMapKeywords: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** The schema and every schema inside it, outermost first, with the path from the root. */
export function* subschemas(schema: JsonValue, path: Path = []): Generator<{ schema: JsonObject; path: Path }> {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) yield* subschemas(item, [...path, index]);
    return;
  }
  if (!isJsonObject(schema)) return;
  yield { schema, path };
  for (const [keyword, value] of Object.entries(schema)) {
    if (subschemaKeywords.has(keyword)) yield* subschemas(value, [...path, keyword]);
    if (!schemaMapKeywords.has(keyword) || !isJsonObject(value)) continue;
    for (const [name, child] of Object.entries(value)) yield* subschemas(child, [...path, keyword, name]);
  }
}

/** The name in an `$id` of draft-07 that names a place in its schema, `#name`; undefined for anything else. */
export function anchorInId(id: JsonValue | undefined): string | undefined {
  return typeof id === 'string' ? /^#([A-Za-z][\w.:-]*)$/.exec(id)?.[1] : undefined;
}
