import { writeJson } from '../../base/text/exact-json.ts';
import { isExactNumber } from '../../base/text/exact-number.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { ValueOf } from './evaluate-condition.ts';
import { parseTemplate } from './parse-template.ts';
import { flowRoots, type ReferenceRoots } from './read-reference.ts';
import { environmentName, type Reference } from './reference.ts';
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
 * and booleans. Inside lists and objects, a missing value becomes null; so does every value after more than any value may
 * have (docs/reference/flows.md): a large one can be referred to thousands of times.
 */
export function fillValue(value: JsonValue, roots: ReferenceRoots, valueOf: ValueOf): FilledValue {
  return fill(value, roots, new FilledReferences(valueOf));
}

function fill(value: JsonValue, roots: ReferenceRoots, references: FilledReferences): FilledValue {
  if (typeof value === 'string') return fillTemplate(parseTemplate(value, roots).template, references);
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return { value, isComposed: false };
  const inside = (item: JsonValue) => fill(item, roots, references).value ?? null;
  if (Array.isArray(value)) return { value: value.map(inside), isComposed: false };
  return {
    value: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item)])),
    isComposed: false,
  };
}

/**
 * The texts of a template, with the values of names in the environment in the places of references. Each value is read
 * once, however often it is referred to.
 */
export function fillNames(template: Template, valueOf: (name: string) => string | undefined): readonly string[] {
  const values = new Map<string, string>();
  return template.map((part) => {
    if (part.kind === 'text') return part.text;
    const name = environmentName(part.reference);
    const value = values.get(name) ?? valueOf(name) ?? '';
    values.set(name, value);
    return value;
  });
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

function fillTemplate(template: Template, references: FilledReferences): FilledValue {
  const [part] = template;
  if (part?.kind === 'reference' && template.length === 1)
    return { value: references.valueOf(part.reference), isComposed: false };
  return {
    value: joinTexts(textsOf(template, references), maxTextLength),
    isComposed: templateReferences(template).length > 0,
  };
}

// More than all values of an execution may have together (docs/reference/flows.md).
const maxTextLength = 1024 * 1024;

function* textsOf(template: Template, references: FilledReferences): Generator<string> {
  for (const piece of template) yield piece.kind === 'text' ? piece.text : references.textOf(piece.reference);
}

/** The values of references: each is read and printed once, and all together have a limit. */
class FilledReferences {
  readonly #valueOf: ValueOf;
  readonly #known = new Map<string, { readonly value: JsonValue | undefined; readonly text: string }>();
  #left = maxTextLength;

  constructor(valueOf: ValueOf) {
    this.#valueOf = valueOf;
  }

  valueOf(reference: Reference): JsonValue | undefined {
    return this.#read(reference)?.value;
  }

  textOf(reference: Reference): string {
    return this.#read(reference)?.text ?? '';
  }

  /** Undefined once the limit is exceeded. */
  #read(reference: Reference): { readonly value: JsonValue | undefined; readonly text: string } | undefined {
    if (this.#left < 0) return undefined;
    const key = JSON.stringify(reference);
    let known = this.#known.get(key);
    if (known === undefined) {
      const value = this.#valueOf(reference);
      known = { value, text: textOf(value) };
      this.#known.set(key, known);
    }
    this.#left -= known.text.length;
    return known;
  }
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
