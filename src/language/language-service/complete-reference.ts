import type { TextRange } from '../../base/problem/problem.ts';
import { contentKinds } from '../document/content-kind.ts';
import { referenceForms } from '../expressions/read-reference.ts';
import { isRunRoot, runRoots, type RunField, type RunRoot } from '../expressions/run-fields.ts';
import type { Completion } from './completion.ts';
import { describeDeclaration } from './describe-declaration.ts';
import { readableSource } from './find-uses.ts';
import type { FlowNames, TaskDeclaration } from './flow-names.ts';
import type { Place } from './outline.ts';
import { scopeAt, type ReferenceScope, type VisibleNames } from './reference-scope.ts';
import { contentOf, type FlowSchema } from './schema-view.ts';

/**
 * What a reference at the cursor can name: the roots, or what follows them. Undefined if no reference can be there, so
 * that other values are suggested.
 * @param offset of the mark in the document
 */
export function completeReference(
  { scalar, steps }: Extract<Place, { at: 'value' }>,
  offset: number,
  names: FlowNames,
  schema: FlowSchema,
): readonly Completion[] | undefined {
  const scope = scopeAt(steps, names);
  const content = contentOf(schema.at(steps));
  if (scope === undefined || content === contentKinds.inputId) return undefined;
  const source = readableSource(scalar);
  const at = offset - scalar.range.start;
  const isCondition = content === contentKinds.condition;
  const typed = isCondition ? typedInCondition(source.slice(0, at)) : typedInTemplate(source.slice(0, at));
  if (typed === undefined) return isCondition ? [] : undefined;
  const rest = /^[\w.-]*/.exec(source.slice(at + 1))?.[0] ?? '';
  const isClosed = isCondition || /^[^\n]*?\}\}/.test(source.slice(at + 1 + rest.length));
  return suggestionsFor(typed, scope).map(({ isComplete, typedLength, ...suggestion }) => ({
    ...suggestion,
    kind: 'reference',
    range: { start: offset - typedLength, end: offset + rest.length } satisfies TextRange,
    newText: isComplete && !isClosed ? `${suggestion.newText} }}` : suggestion.newText,
  }));
}

/** The name that is being typed after the last open braces; undefined outside of braces. */
function typedInTemplate(before: string): string | undefined {
  const [, backslashes = '', inside = ''] = /(\\*)\{\{((?:(?!\{\{|\}\})[^])*)$/.exec(before.slice(-1000)) ?? [
    undefined,
  ];
  const match = /^\s*([\w.-]*)$/.exec(inside);
  return before.lastIndexOf('{{') === -1 ||
    before.indexOf('}}', before.lastIndexOf('{{')) !== -1 ||
    backslashes.length % 2 === 1
    ? undefined
    : match?.[1];
}

/** The word that is being typed in a condition; undefined inside a string. */
function typedInCondition(before: string): string | undefined {
  const withoutStrings = before.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, ' ');
  return /['"]/.test(withoutStrings) ? undefined : /[\w.-]*$/.exec(withoutStrings)?.[0];
}

interface ReferenceSuggestion extends Pick<Completion, 'label' | 'detail' | 'documentation' | 'newText'> {
  /** Whether the reference is complete with it. */
  readonly isComplete: boolean;
  /** How many characters before the cursor it replaces. */
  readonly typedLength: number;
}

function suggestionsFor(typed: string, { roots, names }: ReferenceScope): readonly ReferenceSuggestion[] {
  const [root = '', ...parts] = typed.split('.');
  if (parts.length === 0)
    return roots.map((each) => ({
      label: each,
      detail: referenceForms(each).join(' or '),
      newText: `${each}.`,
      isComplete: false,
      typedLength: typed.length,
    }));
  if (!(roots as readonly string[]).includes(root)) return [];
  const rest = parts.join('.');
  switch (root) {
    case 'inputs':
      return names.inputs.map((input) => named(input.name, rest, describeDeclaration({ kind: 'input', ...input })));
    case 'variables':
      return names.variables
        .filter(({ name }) => name !== '')
        .map((variable) => named(variable.name, rest, describeDeclaration({ kind: 'variable', ...variable })));
    case 'task_outputs':
      return parts.length === 1 ? taskSuggestions(names, rest) : fieldSuggestions(names, parts);
    case 'items':
      return parts.length === 1 ? loopSuggestions(names, rest) : itemFieldSuggestions(names, parts);
    case 'item_index':
      return parts.length > 1 ? [] : names.loops.map((loop) => named(loop.name, rest, describeLoop(loop)));
    case 'trigger':
      return parts.length > 1
        ? []
        : ['body', 'headers'].map((part) => ({
            label: part,
            newText: `${part}.`,
            isComplete: false,
            typedLength: rest.length,
          }));
    default:
      return isRunRoot(root) && parts.length === 1 ? runFieldSuggestions(root, rest) : [];
  }
}

function runFieldSuggestions(root: RunRoot, typed: string): readonly ReferenceSuggestion[] {
  return Object.entries<RunField>(runRoots[root]).map(([name, { type, description }]) =>
    named(name, typed, { detail: type, documentation: description }),
  );
}

/** Tasks that return something. */
function taskSuggestions({ tasks }: VisibleNames, typed: string): readonly ReferenceSuggestion[] {
  return tasks()
    .filter(({ name, fields }) => name !== '' && fields.length > 0)
    .map((task) => ({
      ...named(task.name, typed, describeDeclaration({ kind: 'task', ...task })),
      newText: `${task.name}.`,
      isComplete: false,
    }));
}

function fieldSuggestions(
  { tasks }: VisibleNames,
  [task, ...field]: readonly string[],
): readonly ReferenceSuggestion[] {
  const fields = tasks().find(({ name }) => name === task)?.fields ?? [];
  return fields.map((each) => named(each.name, field.join('.'), describeDeclaration({ kind: 'field', ...each })));
}

/** The loops around the string. The item of one with fields has no value itself. */
function loopSuggestions({ loops }: VisibleNames, typed: string): readonly ReferenceSuggestion[] {
  return loops.map((loop) => {
    const suggestion = named(loop.name, typed, describeLoop(loop));
    return loop.items?.length === 0 ? suggestion : { ...suggestion, newText: `${loop.name}.`, isComplete: false };
  });
}

function itemFieldSuggestions(
  { loops }: VisibleNames,
  [loop, ...field]: readonly string[],
): readonly ReferenceSuggestion[] {
  const { items = [] } = loops.find(({ name }) => name === loop) ?? {};
  return items.map((each) => named(each.name, field.join('.'), describeDeclaration({ kind: 'item', ...each })));
}

function describeLoop(loop: TaskDeclaration): Pick<Completion, 'detail' | 'documentation'> {
  return describeDeclaration({ kind: 'task', ...loop });
}

function named(
  name: string,
  typed: string,
  { detail, documentation }: Pick<Completion, 'detail' | 'documentation'>,
): ReferenceSuggestion {
  return {
    label: name,
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation }),
    newText: name,
    isComplete: true,
    typedLength: typed.length,
  };
}
