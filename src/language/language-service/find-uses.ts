import type { TextRange } from '../../base/problem/problem.ts';
import { contentKinds } from '../document/content-kind.ts';
import { nextToken } from '../expressions/condition-token.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import type { PlacedReference, ReferenceRoots } from '../expressions/read-reference.ts';
import type { Reference } from '../expressions/reference.ts';
import { templateReferences } from '../expressions/references-of.ts';
import { runFieldName, type RunFieldName, type RunReference } from '../expressions/run-fields.ts';
import type { FlowNames, TaskDeclaration } from './flow-names.ts';
import { placesOf, type OutlineNode, type OutlineScalar, type Place, type Steps } from './outline.ts';
import { formAt, scopeAt } from './reference-scope.ts';
import { contentOf, type FlowSchema } from './schema-view.ts';

/** A declaration in a flow: an input, a variable, a task, a field that a task returns, or one of the items of a loop. */
export type DeclaredTarget =
  | { readonly kind: 'input' | 'variable' | 'task'; readonly name: string }
  | { readonly kind: 'field' | 'item'; readonly task: string; readonly name: string };

/** The target of a reference: a declaration in the flow, or a field of the run. */
export type Target =
  | DeclaredTarget
  | { readonly kind: 'run'; readonly name: RunFieldName; readonly reference: RunReference };

/** A name in a document that refers to a declaration elsewhere. */
export interface Use {
  readonly target: Target;
  /** The range of the name alone. */
  readonly range: TextRange;
}

/** Every use of a declared name, in document order. */
export function findUses(root: OutlineNode | undefined, names: FlowNames, schema: FlowSchema): readonly Use[] {
  return [...placesOf(root)].flatMap((place) => usesAt(place, names, schema));
}

/** The uses in one key or scalar. */
export function usesAt(place: Place, names: FlowNames, schema: FlowSchema): readonly Use[] {
  if (place.at === 'key') {
    const pair = place.steps.at(-1);
    if (pair === undefined || !('pair' in pair)) return [];
    const isInputId = contentOf(schema.at(place.steps.slice(0, -1)), 'keys') === contentKinds.inputId;
    return isInputId
      ? [{ target: { kind: 'input', name: pair.pair.key }, range: pair.pair.keyRange }]
      : itemFieldAt(place.steps, names);
  }
  const { scalar, steps } = place;
  const content = contentOf(schema.at(steps));
  const inputOf = inputTarget(formAt(steps, names)?.task);
  if (content === contentKinds.inputId) return [{ target: inputOf(scalar.text), range: scalar.range }];
  const scope = scopeAt(steps, names);
  if (scope === undefined) return [];
  const source = readableSource(scalar);
  const isCondition = content === contentKinds.condition;
  return (isCondition ? referencesOfCondition(source, scope.roots) : referencesOfTemplate(source, scope.roots)).flatMap(
    ({ reference, range }) => usesOf(reference, scalar.range.start + range.start, inputOf),
  );
}

/** A key of an item in the `values` of a loop, or of a combination in `exclude`. */
function itemFieldAt(steps: Steps, { tasks, positions }: FlowNames): readonly Use[] {
  const [owner, , field] = steps.slice(-3);
  if (owner === undefined || !('pair' in owner) || !['values', 'exclude'].includes(owner.pair.key)) return [];
  if (field === undefined || !('pair' in field)) return [];
  const { key: name, keyRange: range } = field.pair;
  const { name: task, items = [] } = tasks[positions.get(owner.node) ?? -1] ?? {};
  if (task === undefined || items.every((item) => item.name !== name)) return [];
  return [{ target: { kind: 'item', task, name }, range }];
}

/**
 * The source of a scalar with the escapes of its quotes made readable. It keeps its length, so that offsets into it are
 * offsets into the document.
 */
export function readableSource({ text, style }: OutlineScalar): string {
  if (style === 'single') return text.replaceAll("''", "' ");
  if (style !== 'double') return text;
  return text.replaceAll(/(?:\\\\)+|\\(["\\])/g, (escape, quote?: string) =>
    quote === undefined ? ' '.repeat(escape.length / 2) + '\\'.repeat(escape.length / 2) : ` ${quote}`,
  );
}

function referencesOfTemplate(source: string, roots: ReferenceRoots): readonly PlacedReference[] {
  return templateReferences(parseTemplate(source, roots).template).map(({ reference, range }) => {
    const start = source.indexOf(`${reference.root}.`, range.start);
    return { reference, range: { start, end: range.end } };
  });
}

function referencesOfCondition(source: string, roots: ReferenceRoots): readonly PlacedReference[] {
  const found: PlacedReference[] = [];
  for (let from = 0; from < source.length;) {
    const token = nextToken(source, { from, end: source.length, roots });
    if (token.kind === 'end') break;
    if (token.kind === 'reference') found.push(token);
    from = Math.max(token.range.end, from + 1);
  }
  return found;
}

/** The input with a name: of the flow, or of the form of a task, which returns it as a field. */
function inputTarget(task: TaskDeclaration | undefined): (name: string) => DeclaredTarget {
  return (name) => (task === undefined ? { kind: 'input', name } : { kind: 'field', task: task.name, name });
}

/** @param start the offset of the reference in the document, which is its root */
function usesOf(reference: Reference, start: number, inputOf: (name: string) => DeclaredTarget): readonly Use[] {
  const at = start + reference.root.length + 1;
  const name = (text: string, from: number): TextRange => ({ start: from, end: from + text.length });
  switch (reference.root) {
    case 'inputs':
      return [{ target: inputOf(reference.id), range: name(reference.id, at) }];
    case 'variables':
      return [{ target: { kind: 'variable', name: reference.name }, range: name(reference.name, at) }];
    case 'task_outputs': {
      const { taskId, field } = reference;
      return [
        { target: { kind: 'task', name: taskId }, range: name(taskId, at) },
        { target: { kind: 'field', task: taskId, name: field }, range: name(field, at + taskId.length + 1) },
      ];
    }
    case 'trigger':
      return [];
    case 'items': {
      const { block, field } = reference;
      const ofBlock: Use = { target: { kind: 'task', name: block }, range: name(block, at) };
      if (field === undefined) return [ofBlock];
      return [
        ofBlock,
        { target: { kind: 'item', task: block, name: field }, range: name(field, at + block.length + 1) },
      ];
    }
    case 'item_index':
      return [{ target: { kind: 'task', name: reference.block }, range: name(reference.block, at) }];
    default:
      return [{ target: { kind: 'run', name: runFieldName(reference), reference }, range: name(reference.field, at) }];
  }
}
