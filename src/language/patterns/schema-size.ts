import { isJsonObject, type JsonValue } from '../../problem/json-value.ts';

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
