import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { subschemas } from './schema-keywords.ts';
import { unicodeSource } from './unicode-pattern.ts';

/** The schema with its patterns as every validator reads them; the same one if they are so already. */
export function withUnicodePatterns(schema: JsonObject): JsonObject {
  if (![...subschemas(schema)].some((part) => hasOtherPattern(part.schema))) return schema;
  const copy = structuredClone(schema);
  for (const { schema: part } of subschemas(copy)) {
    const changeable = part as Record<string, JsonValue>; // a part of the copy
    if (typeof part['pattern'] === 'string') changeable['pattern'] = unicodeSource(part['pattern']);
    const named = part['patternProperties'];
    if (isJsonObject(named))
      changeable['patternProperties'] = Object.fromEntries(
        Object.entries(named).map(([pattern, value]) => [unicodeSource(pattern), value]),
      );
  }
  return copy;
}

function hasOtherPattern({ pattern, patternProperties }: JsonObject): boolean {
  const names = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [...(typeof pattern === 'string' ? [pattern] : []), ...names].some((each) => unicodeSource(each) !== each);
}
