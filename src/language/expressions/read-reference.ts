import type { TextRange } from '../../base/problem/problem.ts';
import type { Reference, TriggerReference } from './reference.ts';
import { isRunRoot, runRootNames, runRoots, type RunReference, type RunRoot } from './run-fields.ts';

/** A reference and its range in the text. */
export interface PlacedReference {
  readonly reference: Reference;
  readonly range: TextRange;
}

type Root = Reference['root'];

/** For each root: the forms shown to authors, the syntax after the root, and how to read it. */
const shapes: { readonly [Name in Root]: Shape } = {
  inputs: {
    forms: ['inputs.<id>'],
    // The id of an input may contain dots and hyphens (docs/reference/inputs.md).
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
  items: {
    forms: ['items.<block>', 'items.<block>.<field>'],
    syntax: /\.([A-Za-z0-9][\w-]*)(?:\.(\w[.\w-]*))?/y,
    read: (block, field) => ({ root: 'items', block, ...(field !== '' && { field }) }),
  },
  item_index: {
    forms: ['item_index.<block>'],
    syntax: /\.([A-Za-z0-9][\w-]*)(?![\w.-])/y,
    read: (block) => ({ root: 'item_index', block }),
  },
  trigger: {
    forms: ['trigger.body', 'trigger.body.<path>', 'trigger.headers.<name>'],
    syntax: /\.(body|headers(?=\.[\w-]))(?![\w-])((?:\.[\w-]+)*)/y,
    read: readTriggerPart,
  },
  ...runShapes(),
};

interface Shape {
  readonly forms: readonly string[];
  readonly syntax: RegExp;
  readonly read: (first: string, second: string) => Reference;
}

function runShapes(): Record<RunRoot, Shape> {
  const shapesOf = runRootNames.map((root): [RunRoot, Shape] => {
    const fields = Object.keys(runRoots[root]);
    return [
      root,
      {
        forms: fields.map((field) => `${root}.${field}`),
        syntax: new RegExp(`\\.(${fields.join('|')})(?![\\w.-])`, 'y'),
        read: (field) => ({ root, field }) as RunReference, // the syntax accepts only its fields
      },
    ];
  });
  return Object.fromEntries(shapesOf) as Record<RunRoot, Shape>; // one entry for each root
}

/** Header names are case-insensitive; HTTP libraries give them in lower case. */
function readTriggerPart(part: string, path: string): TriggerReference {
  const keys = path === '' ? [] : path.slice(1).split('.');
  return part === 'headers'
    ? { root: 'trigger', part, path: keys.map((key) => key.toLowerCase()) }
    : { root: 'trigger', part: 'body', path: keys };
}

/** The roots that references in a string may have, in the order in which messages list them. */
export type ReferenceRoots = readonly Root[];

/** The declarations of a flow. */
export const declaredRoots: ReferenceRoots = ['inputs', 'variables', 'task_outputs'];

/** The roots that refer to the items of loops. */
export const itemRoots: ReferenceRoots = ['items', 'item_index'];

/** In a flow; `referenceProblem` tells which tasks can refer to items and to the run. */
export const flowRoots: ReferenceRoots = [...declaredRoots, ...itemRoots, ...runRootNames];

/** In the inputs of a webhook trigger, where there is no execution yet. */
export const webhookRoots: ReferenceRoots = ['trigger'];

/**
 * In the conditions of a webhook trigger, which also see the flow's inputs as the trigger and the defaults set them.
 */
export const webhookConditionRoots: ReferenceRoots = ['trigger', 'inputs'];

/** In the conditions of a schedule. */
export const scheduleConditionRoots: ReferenceRoots = ['inputs'];

/** The forms of references for messages, as part of a sentence; without those that few strings can refer to. */
export function allowedReferences(roots: ReferenceRoots): string {
  const forms = roots.filter((root) => !isRunRoot(root) && !itemRoots.includes(root)).flatMap(referenceForms);
  return forms.length < 2 ? forms.join('') : `${forms.slice(0, -1).join(', ')} and ${forms.at(-1)}`;
}

export function isReferenceRoot(word: string, roots: ReferenceRoots): word is Root {
  return (roots as readonly string[]).includes(word);
}

/** The forms of references with this root: `inputs.<id>`. */
export function referenceForms(root: Root): readonly string[] {
  return shapes[root].forms;
}

/**
 * Reads the reference whose root starts at `start`; undefined if the root is not followed by its form. The reference
 * extends over the longest run of name characters.
 */
export function readReference(text: string, root: Root, start: number): PlacedReference | undefined {
  const shape = shapes[root];
  shape.syntax.lastIndex = start + root.length;
  const match = shape.syntax.exec(text);
  if (match === null) return undefined;
  const reference = shape.read(match[1] ?? '', match[2] ?? '');
  return { reference, range: { start, end: shape.syntax.lastIndex } };
}

/** A regular expression, for JSON Schema, that matches strings that are a single reference with one of these roots. */
export function wholeReferencePattern(roots: ReferenceRoots): string {
  const references = roots.map((root) => root + shapes[root].syntax.source.replace(/\((?!\?)/g, '(?:'));
  return `^\\{\\{\\s*(?:${references.join('|')})\\s*\\}\\}$`;
}
