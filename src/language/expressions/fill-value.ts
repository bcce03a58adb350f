import { writeJson } from '../../text/exact-json.ts';
import { isExactNumber } from '../../text/exact-number.ts';
import type { JsonValue } from '../../text/json-value.ts';
import type { ValueOf } from './evaluate-condition.ts';
import { parseTemplate } from './parse-template.ts';
import { flowRoots, type ReferenceRoots } from './read-reference.ts';
import { environmentName } from './reference.ts';
import { templateReferences } from './references-of.ts';
import type { Template } from './template.ts';

/** The result of filling a value. The value is undefined if it is a single reference without a value. */
export interface FilledValue {
  readonly value: JsonValue | undefined;
  /** Whether it was joined from several pieces, and so can only be a string. */
  readonly isComposed: boolean;
}

/**
 * Replaces the references in the strings of a value. A string that is a single reference becomes its value, whatever
 * its type. In any other string, a reference becomes text: nothing if it has no value, JSON for lists, objects, numbers
 * and booleans. Inside lists and objects, a missing value becomes null.
 */
export function fillValue(value: JsonValue, roots: ReferenceRoots, valueOf: ValueOf): FilledValue {
  if (typeof value === 'string') return fillTemplate(parseTemplate(value, roots).template, valueOf);
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return { value, isComposed: false };
  const inside = (item: JsonValue) => fillValue(item, roots, valueOf).value ?? null;
  if (Array.isArray(value)) return { value: value.map(inside), isComposed: false };
  return {
    value: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item)])),
    isComposed: false,
  };
}

/** The texts of a template, with the values of names in the environment in the places of references. */
export function fillNames(template: Template, valueOf: (name: string) => string | undefined): readonly string[] {
  return template.map((part) => (part.kind === 'text' ? part.text : (valueOf(environmentName(part.reference)) ?? '')));
}

/** The value of a constant; undefined if it contains references. */
export function constantValue(value: JsonValue, roots: ReferenceRoots = flowRoots): JsonValue | undefined {
  let isConstant = true;
  const { value: filled } = fillValue(value, roots, () => {
    isConstant = false;
    return null;
  });
  return isConstant ? filled : undefined;
}

function fillTemplate(template: Template, valueOf: ValueOf): FilledValue {
  const [part] = template;
  if (part?.kind === 'reference' && template.length === 1) return { value: valueOf(part.reference), isComposed: false };
  return {
    value: joinTexts(textsOf(template, valueOf), maxTextLength),
    isComposed: templateReferences(template).length > 0,
  };
}

// More than all values of an execution may have together (docs/reference/flows.md).
const maxTextLength = 1024 * 1024;

function* textsOf(template: Template, valueOf: ValueOf): Generator<string> {
  for (const piece of template) yield piece.kind === 'text' ? piece.text : textOf(valueOf(piece.reference));
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : writeJson(value);
}

/**
 * Joins strings and stops as soon as the result exceeds `maxLength`, which no value may: a large value referenced a
 * thousand times would otherwise fill the memory before its size is checked.
 */
export function joinTexts(texts: Iterable<string>, maxLength: number): string {
  let joined = '';
  for (const text of texts) {
    joined += text;
    if (joined.length > maxLength) break;
  }
  return joined;
}
