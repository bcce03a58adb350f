import { quoteShort } from '../../../base/problem/describe-value.ts';
import { visitTexts } from '../../../base/text/some-text.ts';
import { environmentName, inputVariables } from '../../expressions/reference.ts';
import { environmentNameSyntax } from '../../expressions/reserved-names.ts';
import type { FlowDraft } from '../flow-draft.ts';
import { isFreeName } from './validate-names.ts';
import type { Validation } from './validation.ts';

/**
 * Warns about unused inputs and variables: no reference names them, and no string of a task contains their environment
 * variable as a word (`$NAME`, `os.environ["NAME"]`). Skips names that cannot be in the environment, which are errors
 * already.
 */
export function validateUsage(validation: Validation): void {
  const { draft, problems } = validation;
  const used = environmentNamesInReferences(validation);
  const { usedInputs, variables } = draft.contributions;
  for (const id of usedInputs) used.add(environmentName({ root: 'inputs', id }));
  for (const { name } of variables) used.add(name);
  // Collected only if a name has no reference.
  let words: ReadonlySet<string> | undefined;
  const isUsed = (name: string): boolean => used.has(name) || (words ??= wordsOf(draft)).has(name);
  for (const { value, path } of draft.inputs) {
    const names = inputVariables(value.id);
    const [name = ''] = names;
    if (!environmentNameSyntax.test(name) || names.some(isUsed)) continue;
    const message = `The input ${quoteShort(value.id)} is never used, neither as {{ inputs.${value.id} }} nor as ${name} in a task.`;
    problems.push({ code: 'unused-input', message, path: [...path, 'id'] });
  }
  for (const { value, path } of draft.variables) {
    if (!isFreeName(value.name) || isUsed(value.name)) continue;
    const message = `The variable ${quoteShort(value.name)} is never used, neither as {{ variables.${value.name} }} nor by its name in a task.`;
    problems.push({ code: 'unused-variable', message, path, at: 'key' });
  }
}

function environmentNamesInReferences({ draft, references: texts }: Validation): Set<string> {
  const used = new Set<string>();
  for (const { references } of texts) {
    for (const { reference } of references) used.add(environmentName(reference));
  }
  for (const { value } of draft.inputs) {
    for (const id of value.input?.dependsOn?.inputs ?? []) used.add(environmentName({ root: 'inputs', id }));
  }
  return used;
}

/** Every word in the strings of tasks. */
function wordsOf({ tasks }: FlowDraft): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { value } of tasks) {
    visitTexts(value.task.properties, (text) => {
      for (const word of text.match(/[A-Za-z_]\w*/g) ?? []) words.add(word);
    });
  }
  return words;
}
