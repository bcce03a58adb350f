import type { TextRange } from '../../base/problem/problem.ts';
import type { AnyDeclaration } from './describe-declaration.ts';
import { findUses, usesAt, type Target, type Use } from './find-uses.ts';
import type { FlowNames } from './flow-names.ts';
import { viewFlow, type FlowView } from './flow-view.ts';
import type { FlowLanguage } from './language-facts.ts';
import { placeAt } from './outline.ts';
import type { FlowSchema } from './schema-view.ts';

/** A name at an offset, the declaration that it means, and all its uses. */
export interface Occurrences {
  readonly target: Target;
  /** The name at the offset. */
  readonly range: TextRange;
  /** Undefined if nothing has this name. */
  readonly declaration?: AnyDeclaration;
  /** In document order, without the declaration. */
  readonly uses: readonly Use[];
}

/** The range of the declaration that the reference at an offset means. */
export function definitionAt(text: string, offset: number, { schema, shapes }: FlowLanguage): TextRange | undefined {
  const view = viewFlow(text, shapes);
  const named = nameAt(view, offset, schema);
  return named && declarationOf(named.target, view.names)?.range;
}

/** The target of the name at an offset, and its other uses. */
export function occurrencesAt(text: string, offset: number, { schema, shapes }: FlowLanguage): Occurrences | undefined {
  const view = viewFlow(text, shapes);
  const named = nameAt(view, offset, schema);
  if (named === undefined) return undefined;
  const declaration = declarationOf(named.target, view.names);
  const uses = findUses(view.root, view.names, schema).filter(({ target }) => isSame(target, named.target));
  return { ...named, ...(declaration && { declaration }), uses };
}

/** The declaration of a name; the first one if there are several. */
export function declarationOf(target: Target, names: FlowNames): AnyDeclaration | undefined {
  return declarationsBeside(target, names).find(({ name }) => name === target.name);
}

/** All declarations of the kind that a name means; for a field, those of its task or of the items. */
export function declarationsBeside(target: Target, { inputs, variables, tasks }: FlowNames): readonly AnyDeclaration[] {
  switch (target.kind) {
    case 'input':
      return inputs.map((input) => ({ kind: 'input', ...input }));
    case 'variable':
      return variables.map((variable) => ({ kind: 'variable', ...variable }));
    case 'task':
      return tasks.map((task) => ({ kind: 'task', ...task }));
    case 'field': {
      const { fields = [] } = tasks.find(({ name }) => name === target.task) ?? {};
      return fields.map((field) => ({ kind: 'field', ...field }));
    }
    case 'item': {
      const { items = [] } = tasks.find(({ name }) => name === target.task) ?? {};
      return items.map((field) => ({ kind: 'item', ...field }));
    }
    case 'run':
      return [];
  }
}

export function isInside({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** The use or the declaration at an offset. */
function nameAt({ root, names }: FlowView, offset: number, schema: FlowSchema): Use | undefined {
  const place = placeAt(root, offset);
  const use = place && usesAt(place, names, schema).findLast(({ range }) => isInside(range, offset));
  return use ?? declaredNames(names).find(({ range }) => isInside(range, offset) && range.end > 0);
}

function declaredNames({ inputs, variables, tasks }: FlowNames): readonly Use[] {
  return [
    ...inputs.map(({ name, range }): Use => ({ target: { kind: 'input', name }, range })),
    ...variables.map(({ name, range }): Use => ({ target: { kind: 'variable', name }, range })),
    ...tasks.flatMap(({ name: task, range, fields, items = [] }): Use[] => [
      ...(task === '' ? [] : [{ target: { kind: 'task', name: task }, range } as const]),
      ...fields.map((field): Use => ({ target: { kind: 'field', task, name: field.name }, range: field.range })),
      ...items.map((field): Use => ({ target: { kind: 'item', task, name: field.name }, range: field.range })),
    ]),
  ];
}

function isSame(left: Target, right: Target): boolean {
  const taskOf = (target: Target) => ('task' in target ? target.task : undefined);
  return left.kind === right.kind && left.name === right.name && taskOf(left) === taskOf(right);
}
