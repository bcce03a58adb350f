import { isJsonObject, type JsonValue } from './json-value.ts';

/** Calls back with each string in a JSON value, but not with keys, in order. */
export function visitTexts(value: JsonValue, visit: (text: string) => void): void {
  someText(value, (text) => {
    visit(text);
    return false;
  });
}

/** Whether a string in a JSON value, other than a key, passes a test. */
export function someText(value: JsonValue, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (Array.isArray(value)) return value.some((item: JsonValue) => someText(item, test));
  return isJsonObject(value) && Object.values(value).some((item) => someText(item, test));
}
