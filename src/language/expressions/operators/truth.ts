import type { JsonValue } from '../../../base/text/json-value.ts';

/** Whether a value counts as true: anything except false, 0, null and empty values. */
export function isTrue(value: JsonValue): boolean {
  return typeof value === 'boolean' || typeof value === 'number' ? Boolean(value) : !isEmpty(value);
}

/** Whether a value is missing, or an empty string, list or object. */
export function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
