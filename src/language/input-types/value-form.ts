/**
 * What the values of a type are in JSON. From this follows everything that does not depend on the type itself: what conditions
 * compare them with, how they are written into JSON text and into programs, and how a build reads and returns them.
 */
export type ValueForm = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'json';

/** What conditions compare: docs/reference/expressions.md speaks of numbers, texts and lists. */
export type ComparedKind = 'text' | 'number' | 'boolean' | 'list' | 'json';

export const comparedKinds: Readonly<Record<ValueForm, ComparedKind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  list: 'list',
  json: 'json',
};

/** Whether a value of one form is a value of another one as it stands; what a JSON value holds shows when it is there. */
export function isOfForm(form: ValueForm, other: ValueForm): boolean {
  return form === other || form === 'json' || other === 'json' || (form === 'integer' && other === 'number');
}
