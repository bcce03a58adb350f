import type { Reference } from './reference.ts';
import type { Template } from './template.ts';
import { formOfType, type InputTypeName } from '../input-types/input-types.ts';
import type { ValueForm } from '../input-types/value-form.ts';

/**
 * How a value is written at its place in a JSON text (DESIGN 4): escaped inside a string, and outside one as the JSON
 * text of its declared type.
 */
export type JsonPlace = 'json-string' | 'json-text' | 'json-number' | 'json-boolean' | 'json-value';

/** The place of each reference; undefined for parts that are text. */
export function jsonPlaces(
  template: Template,
  typeOf: (reference: Reference) => InputTypeName | undefined,
): (JsonPlace | undefined)[] {
  let inString = false;
  return template.map((part) => {
    if (part.kind === 'reference') return inString ? 'json-string' : placeOutsideStrings(typeOf(part.reference));
    for (const [token] of part.text.matchAll(/\\[^]|"/g)) {
      if (token === '"') inString = !inString;
    }
    return undefined;
  });
}

const placesOutsideStrings: Readonly<Record<ValueForm, JsonPlace>> = {
  string: 'json-text',
  integer: 'json-number',
  number: 'json-number',
  boolean: 'json-boolean',
  list: 'json-value',
  json: 'json-value',
};

function placeOutsideStrings(type: InputTypeName | undefined): JsonPlace {
  return placesOutsideStrings[formOfType(type)];
}

/** Whether a text is a JSON object or list, once every reference holds a value. */
export function isJsonTemplate(template: Template): boolean {
  const places = jsonPlaces(template, () => undefined);
  const filled = template.map((part, index) =>
    part.kind === 'text' ? part.text : places[index] === 'json-string' ? 'x' : '"x"',
  );
  try {
    const value: unknown = JSON.parse(filled.join(''));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
