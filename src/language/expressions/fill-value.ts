import type { JsonValue } from '../../problem/json-value.ts';
import type { ValueOf } from './evaluate-condition.ts';
import { parseTemplate } from './parse-template.ts';
import { flowRoots, type ReferenceRoots } from './read-reference.ts';
import { templateReferences } from './references-of.ts';
import type { Template } from './template.ts';

/** What became of a value: undefined is a reference that stands alone and has no value. */
export interface FilledValue {
  readonly value: JsonValue | undefined;
  /** Whether it was composed of several pieces, so that it can be a text only. */
  readonly isComposed: boolean;
}

/**
 * A value with the references in its texts replaced by what they stand for. A text that is a single reference becomes its
 * value, whatever its type; in any other text a reference becomes text: nothing for no value, JSON for lists, objects,
 * numbers and truth values. Inside lists and objects, null stands for what has no value.
 */
export function fillValue(value: JsonValue, roots: ReferenceRoots, valueOf: ValueOf): FilledValue {
  if (typeof value === 'string') return fillTemplate(parseTemplate(value, roots).template, valueOf);
  if (typeof value !== 'object' || value === null) return { value, isComposed: false };
  const inside = (item: JsonValue) => fillValue(item, roots, valueOf).value ?? null;
  if (Array.isArray(value)) return { value: value.map(inside), isComposed: false };
  return {
    value: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item)])),
    isComposed: false,
  };
}

/** A value that depends on nothing, as it will be; undefined when there are references in it. */
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

// More than all values of a run may have together (docs/reference/flows.md).
const maxTextLength = 1024 * 1024;

function* textsOf(template: Template, valueOf: ValueOf): Generator<string> {
  for (const piece of template) yield piece.kind === 'text' ? piece.text : textOf(valueOf(piece.reference));
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Texts one behind the other, up to the first with which they are longer than anything of the kind may be: a large value
 * that is referred to a thousand times would fill the memory before anybody could say that it is too large.
 */
export function joinTexts(texts: Iterable<string>, longest: number): string {
  let joined = '';
  for (const text of texts) {
    joined += text;
    if (joined.length > longest) break;
  }
  return joined;
}
