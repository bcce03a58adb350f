import type { JsonObject, JsonValue } from '../../problem/json-value.ts';
import type { Path } from '../../problem/problem.ts';
import type { TextProperty } from './task-types.ts';

/** Every text in the properties of a task, in document order: what can be said where the task's type is of no help. */
export function textsOf(properties: JsonObject): readonly TextProperty[] {
  const texts: TextProperty[] = [];
  collect(properties, [], texts);
  return texts;
}

function collect(value: JsonValue, path: Path, texts: TextProperty[]): void {
  if (typeof value === 'string') texts.push({ path, text: value, language: 'text' });
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) value.forEach((item, index) => collect(item, [...path, index], texts));
  else for (const [key, item] of Object.entries(value)) collect(item, [...path, key], texts);
}
