import type { Path } from '../../problem/problem.ts';
import type { JsonObject, JsonValue } from '../../text/json-value.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import { flowRoots, type ReferenceRoots } from '../expressions/read-reference.ts';
import type { TextProperty } from './task-types.ts';

/**
 * Every string in an object, in document order, parsed as a template; for the values of a trigger, and for a task of an
 * unknown type.
 * @param roots the roots that references may have
 */
export function textsOf(value: JsonObject, roots: ReferenceRoots = flowRoots): readonly TextProperty[] {
  const texts: TextProperty[] = [];
  visitStrings(value, [], (text, path) => texts.push({ path, text, language: 'text', ...parseTemplate(text, roots) }));
  return texts;
}

/** Calls back with each string in a value, but not with keys, in document order. */
export function visitStrings(value: JsonValue, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof value === 'string') visit(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) value.forEach((item, index) => visitStrings(item, [...path, index], visit));
  else for (const [key, item] of Object.entries(value)) visitStrings(item, [...path, key], visit);
}
