import { isExactNumber, type ExactNumber } from './exact-number.ts';

/** Any JSON value. Only values that `readJson` or a document returned contain exact numbers. */
export type JsonValue = null | boolean | number | ExactNumber | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** The value with the nearest doubles in the places of exact numbers, for code that computes or compares. */
export function withPlainNumbers(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isExactNumber(value)) return Number(value);
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPlainNumbers(item)]));
}

/** The value with each of its strings, other than keys, replaced. */
export function mapTexts(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapTexts(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
}

/** Sets a property even if its name is `__proto__`. */
export function setOwn(map: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') map[key] = value;
  else Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The value at a path of keys and indexes; undefined if it does not exist. */
export function valueAt(value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue | undefined {
  let current = value;
  for (const part of path) {
    if (Array.isArray(current)) current = current[Number(part)] as JsonValue | undefined; // a list of JSON values
    else current = isJsonObject(current) && Object.hasOwn(current, part) ? current[part] : undefined;
  }
  return current;
}
