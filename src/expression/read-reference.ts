import type { TextRange } from '../problem/problem.ts';
import type { Reference } from './reference.ts';

/** A reference with its place in the text that it was read from. */
export interface PlacedReference {
  readonly reference: Reference;
  readonly range: TextRange;
}

type Root = Reference['root'];

/** How each root is continued: the form shown to authors, its syntax behind the root, and what it stands for. */
const shapes: { readonly [Name in Root]: Shape } = {
  inputs: {
    form: 'inputs.<id>',
    // The id of an input may hold dots and hyphens (SPEC 2.2).
    syntax: /\.([A-Za-z0-9][.\w-]*)/y,
    read: (id) => ({ root: 'inputs', id }),
  },
  variables: {
    form: 'variables.<NAME>',
    syntax: /\.(\w[.\w-]*)/y,
    read: (name) => ({ root: 'variables', name }),
  },
  task_outputs: {
    form: 'task_outputs.<task_id>.<field>',
    syntax: /\.([A-Za-z0-9][\w-]*)\.(\w[.\w-]*)/y,
    read: (taskId, field) => ({ root: 'task_outputs', taskId, field }),
  },
};

interface Shape {
  readonly form: string;
  readonly syntax: RegExp;
  readonly read: (first: string, second: string) => Reference;
}

/** The roots of references, in the order in which messages name them. */
export const referenceRoots = Object.keys(shapes) as readonly Root[]; // the keys of the table are the roots

/** The forms of references as messages show them, in a sentence's order. */
export const allowedReferences = 'inputs.<id>, variables.<NAME> and task_outputs.<task_id>.<field>';

export function isReferenceRoot(word: string): word is Root {
  return Object.hasOwn(shapes, word);
}

/** The form of a reference with this root: `inputs.<id>`. */
export function referenceForm(root: Root): string {
  return shapes[root].form;
}

/**
 * Reads the reference whose root begins at `start`. Undefined when the root is not continued by its form; the
 * longest run of name characters belongs to the reference.
 */
export function readReference(text: string, root: Root, start: number): PlacedReference | undefined {
  const shape = shapes[root];
  shape.syntax.lastIndex = start + root.length;
  const match = shape.syntax.exec(text);
  if (match === null) return undefined;
  const reference = shape.read(match[1] ?? '', match[2] ?? '');
  return { reference, range: { start, end: shape.syntax.lastIndex } };
}
