import type { Path } from '../../../base/problem/problem.ts';
import { literalDollars, type DollarNames } from '../../expressions/literal-dollar.ts';
import type { Reference } from '../../expressions/reference.ts';
import type { FlowDraft } from '../flow-draft.ts';
import { addInside } from '../relative-problems.ts';
import type { TextLanguage } from '../task-types.ts';
import type { Declarations } from './declarations.ts';
import type { Validation } from './validation.ts';

/** The languages of strings in which `${NAME}` and `$(...)` stay unchanged. */
const isLiteral: Readonly<Record<TextLanguage, boolean>> = {
  text: true,
  json: true,
  url: true,
  header: true,
  variables: true,
  shell: false,
  bash: false,
  python: false,
  file: false,
  condition: false,
};

/** Warns if an author expects a shell to expand a string that no shell reads (docs/reference/expressions.md). */
export function validateLiteralDollars({ draft, declarations, problems }: Validation): void {
  const { variables, checks, tasks, outputs } = draft;
  // Most flows have no such string.
  let names: DollarNames | undefined;
  const check = (text: string, language: TextLanguage, path: () => Path): void => {
    if (!isLiteral[language] || !text.includes('$')) return;
    names ??= namesOf(draft, declarations);
    addInside(problems, path(), literalDollars(text, language === 'variables' ? names : { ...names, expands: [] }));
  };
  for (const { value, path } of variables) check(value.text, 'text', () => path);
  for (const { value, path } of checks) check(value.message, 'text', () => [...path, 'message']);
  for (const { value, path } of tasks) {
    // The strings of an unregistered type could be in any language.
    for (const { text, language, path: place } of value.typed?.texts ?? [])
      check(text, language, () => [...path, ...place]);
  }
  for (const { value, path } of outputs) check(value.text, 'text', () => [...path, 'value']);
}

function namesOf({ inputs }: FlowDraft, declarations: Declarations): DollarNames {
  const variables = [...declarations.variables.keys()].map((name): Reference => ({ root: 'variables', name }));
  return {
    values: [...inputs.map(({ value }): Reference => ({ root: 'inputs', id: value.id })), ...variables],
    expands: variables,
  };
}
