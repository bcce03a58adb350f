/**
 * The JSON form of a type's values. It determines everything that does not depend on the type itself: what conditions
 * compare, how values are written into JSON text and into programs, and how a build reads and returns them.
 */
export type ValueForm = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'json';

/** The kinds of values that conditions compare (docs/reference/expressions.md). */
export type ComparedKind = 'string' | 'number' | 'boolean' | 'list' | 'json';

export const comparedKinds: Readonly<Record<ValueForm, ComparedKind>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  list: 'list',
  json: 'json',
};

/**
 * Whether a value of one form is a value of another without conversion. The content of a JSON value is known only at
 * run time.
 */
export function isOfForm(form: ValueForm, other: ValueForm): boolean {
  return form === other || form === 'json' || other === 'json' || (form === 'integer' && other === 'number');
}
