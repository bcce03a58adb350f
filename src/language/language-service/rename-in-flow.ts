import { quoteShort } from '../../base/problem/describe-value.ts';
import type { TextRange } from '../../base/problem/problem.ts';
import { fieldRule, inputIdRule, isId, taskIdRule, type IdRule } from '../document/id-rule.ts';
import { inputVariable } from '../expressions/reference.ts';
import { environmentNameSyntax } from '../expressions/reserved-names.ts';
import type { DeclaredTarget } from './find-uses.ts';
import type { FlowNames } from './flow-names.ts';
import { viewFlow } from './flow-view.ts';
import type { FlowLanguage } from './language-facts.ts';
import { declarationsBeside, occurrencesAt } from './navigate-flow.ts';
import { placeAt } from './outline.ts';

interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** The changes of a document, in its order, or a sentence with the reason why it cannot be done. */
export type Rename = { readonly edits: readonly TextEdit[] } | { readonly refusal: string };

/**
 * Renames an input, a variable, a task, or a field of an item or of what a task returns: its declaration, and all references to it.
 * Scripts that read an environment variable by its name (`$USER_NAME`) stay as they are.
 */
export function renameInFlow(
  text: string,
  offset: number,
  { newName, language }: { readonly newName: string; readonly language: FlowLanguage },
): Rename {
  const found = occurrencesAt(text, offset, language);
  if (found?.declaration === undefined || found.target.kind === 'run')
    return { refusal: 'Only inputs, variables, tasks and the fields that tasks return can be renamed.' };
  const view = viewFlow(text, language.shapes);
  const refusal = refusalOf(found.target, newName, view.names);
  if (refusal !== undefined) return { refusal };
  const ranges = [found.declaration.range, ...found.uses.map(({ range }) => range)];
  const edits = ranges.map((range): TextEdit => {
    const place = placeAt(view.root, range.start);
    const isWholeScalar =
      place?.at === 'value' && sameRange(place.scalar.range, range) && place.scalar.style === 'plain';
    const isPlainKey = place?.at === 'key' && !/["']/.test(text[range.start - 1] ?? '');
    return { range, newText: (isWholeScalar || isPlainKey) && !isPlain(newName) ? `"${newName}"` : newName };
  });
  return { edits: edits.toSorted((left, right) => left.range.start - right.range.start) };
}

function refusalOf(target: DeclaredTarget, newName: string, names: FlowNames): string | undefined {
  const noun = nouns[target.kind];
  if (target.name === newName) return undefined;
  if (!isId(newName, rules[target.kind]))
    return `${quoteShort(newName)} is not a valid name of ${noun}: ${rules[target.kind].words}.`;
  const { inputs } = names;
  if (declarationsBeside(target, names).some(({ name }) => name === newName))
    return `The flow already has ${noun} named ${quoteShort(newName)}.`;
  const same =
    target.kind === 'input'
      ? inputs.find(({ name }) => name !== target.name && inputVariable(name) === inputVariable(newName))
      : undefined;
  return same === undefined
    ? undefined
    : `The inputs ${quoteShort(newName)} and ${quoteShort(same.name)} would both be the environment variable ${inputVariable(newName)}.`;
}

const nouns = { input: 'an input', variable: 'a variable', task: 'a task', field: 'a field', item: 'a field' } as const;

const rules: Readonly<Record<DeclaredTarget['kind'], IdRule>> = {
  input: inputIdRule,
  task: taskIdRule,
  variable: { syntax: environmentNameSyntax, words: 'letters, digits and "_", not starting with a digit' },
  field: fieldRule,
  item: fieldRule,
};

/** Whether YAML reads the name as a string without quotes. */
function isPlain(name: string): boolean {
  return /^[A-Za-z_]/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
}

function sameRange(left: TextRange, right: TextRange): boolean {
  return left.start === right.start && left.end === right.end;
}
