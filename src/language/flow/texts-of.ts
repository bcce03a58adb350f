import type { JsonObject, JsonValue } from '../../problem/json-value.ts';
import type { Path } from '../../problem/problem.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import { flowRoots, type ReferenceRoots } from '../expressions/read-reference.ts';
import type { TextProperty } from './task-types.ts';

/**
 * Every text in an object, in document order, read as a template: what can be said of values of a trigger, and of a task
 * whose type is of no help.
 * @param roots what the texts may refer to
 */
export function textsOf(value: JsonObject, roots: ReferenceRoots = flowRoots): readonly TextProperty[] {
  const texts: TextProperty[] = [];
  visitStrings(value, [], (text, path) => texts.push({ path, text, language: 'text', ...parseTemplate(text, roots) }));
  return texts;
}

/** Calls back with each string in a value, keys aside, in document order. */
export function visitStrings(value: JsonValue, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof value === 'string') visit(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) value.forEach((item, index) => visitStrings(item, [...path, index], visit));
  else for (const [key, item] of Object.entries(value)) visitStrings(item, [...path, key], visit);
}
