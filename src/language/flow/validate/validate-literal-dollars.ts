import { literalDollars } from '../../expressions/literal-dollar.ts';
import type { Reference } from '../../expressions/reference.ts';
import type { Path } from '../../../problem/problem.ts';
import type { FlowDraft } from '../flow-draft.ts';
import { addInside } from '../relative-problems.ts';
import type { TextLanguage } from '../task-types.ts';
import type { Validation } from './validation.ts';

/** Whether `${NAME}` and `$(...)` stay in a text of the language as they are. */
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
};

/** Warns where an author expects a shell to expand a text that none sees (DESIGN 4). */
export function validateLiteralDollars({ draft, declarations, problems }: Validation): void {
  const inputs = draft.inputs.map(({ value }): Reference => ({ root: 'inputs', id: value.id }));
  const variables = [...declarations.variables.keys()].map((name): Reference => ({ root: 'variables', name }));
  for (const { path, text, language } of texts(draft)) {
    if (!isLiteral[language] || !text.includes('$')) continue;
    addInside(
      problems,
      path,
      literalDollars(text, { values: [...inputs, ...variables], expands: language === 'variables' ? variables : [] }),
    );
  }
}

function* texts({
  variables,
  checks,
  tasks,
  outputs,
}: FlowDraft): Generator<{ readonly path: Path; readonly text: string; readonly language: TextLanguage }> {
  for (const { value, path } of variables) yield { path, text: value.text, language: 'text' };
  for (const { value, path } of checks) yield { path: [...path, 'message'], text: value.message, language: 'text' };
  for (const { value, path } of tasks) {
    // Nothing is known about the texts of a type that is not registered.
    for (const text of value.type?.texts(value.task.properties) ?? []) yield { ...text, path: [...path, ...text.path] };
  }
  for (const { value, path } of outputs) yield { path: [...path, 'value'], text: value.text, language: 'text' };
}
