import type { Path } from '../../base/problem/problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
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
  const collect = (item: JsonValue, path: Path): void => {
    if (typeof item === 'string') texts.push({ path, text: item, language: 'text', ...parseTemplate(item, roots) });
    else if (Array.isArray(item)) item.forEach((each, index) => collect(each, [...path, index]));
    else if (isJsonObject(item)) for (const [key, each] of Object.entries(item)) collect(each, [...path, key]);
  };
  collect(value, []);
  return texts;
}
