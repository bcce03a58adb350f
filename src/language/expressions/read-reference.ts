import type { TextRange } from '../../problem/problem.ts';
import type { Reference, TriggerReference } from './reference.ts';

/** A reference with its place in the text that it was read from. */
export interface PlacedReference {
  readonly reference: Reference;
  readonly range: TextRange;
}

type Root = Reference['root'];

/** How each root is continued: the forms shown to authors, its syntax behind the root, and what it stands for. */
const shapes: { readonly [Name in Root]: Shape } = {
  inputs: {
    forms: ['inputs.<id>'],
    // The id of an input may hold dots and hyphens (docs/reference/inputs.md).
    syntax: /\.([A-Za-z0-9][.\w-]*)/y,
    read: (id) => ({ root: 'inputs', id }),
  },
  variables: {
    forms: ['variables.<NAME>'],
    syntax: /\.(\w[.\w-]*)/y,
    read: (name) => ({ root: 'variables', name }),
  },
  task_outputs: {
    forms: ['task_outputs.<task_id>.<field>'],
    syntax: /\.([A-Za-z0-9][\w-]*)\.(\w[.\w-]*)/y,
    read: (taskId, field) => ({ root: 'task_outputs', taskId, field }),
  },
  trigger: {
    forms: ['trigger.body.<path>', 'trigger.headers.<name>'],
    syntax: /\.(body|headers)((?:\.[\w-]+)+)/y,
    read: readTriggerPart,
  },
};

interface Shape {
  readonly forms: readonly string[];
  readonly syntax: RegExp;
  readonly read: (first: string, second: string) => Reference;
}

/** Names of headers are the same in upper and lower case; HTTP libraries give them in lower case. */
function readTriggerPart(part: string, path: string): TriggerReference {
  const keys = path.slice(1).split('.');
  return part === 'headers'
    ? { root: 'trigger', part, path: keys.map((key) => key.toLowerCase()) }
    : { root: 'trigger', part: 'body', path: keys };
}

/** What a text may refer to: the roots of its references, in the order in which messages name them. */
export type ReferenceRoots = readonly Root[];

/** In a flow. */
export const flowRoots: ReferenceRoots = ['inputs', 'variables', 'task_outputs'];

/** In the inputs of a webhook trigger, where there is no execution yet. */
export const webhookRoots: ReferenceRoots = ['trigger'];

/** In the conditions of a webhook trigger: also the values that its inputs, and their defaults, give to the flow. */
export const webhookConditionRoots: ReferenceRoots = ['trigger', 'inputs'];

/** In the conditions of a schedule. */
export const scheduleConditionRoots: ReferenceRoots = ['inputs'];

/** The forms of references as messages show them, in a sentence's order. */
export function allowedReferences(roots: ReferenceRoots): string {
  const forms = roots.flatMap(referenceForms);
  return forms.length < 2 ? forms.join('') : `${forms.slice(0, -1).join(', ')} and ${forms.at(-1)}`;
}

export function isReferenceRoot(word: string, roots: ReferenceRoots): word is Root {
  return (roots as readonly string[]).includes(word);
}

/** What a reference with this root looks like: `inputs.<id>`. */
export function referenceForms(root: Root): readonly string[] {
  return shapes[root].forms;
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

/** A regular expression, for a JSON Schema, of the texts that are one reference of these roots and nothing else. */
export function wholeReferencePattern(roots: ReferenceRoots): string {
  const references = roots.map((root) => root + shapes[root].syntax.source.replace(/\((?!\?)/g, '(?:'));
  return `^\\{\\{\\s*(?:${references.join('|')})\\s*\\}\\}$`;
}
