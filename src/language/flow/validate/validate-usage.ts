import { environmentName } from '../../expressions/reference.ts';
import { environmentNameSyntax } from '../../expressions/reserved-names.ts';
import { quoteShort } from '../../../problem/describe-value.ts';
import type { FlowDraft } from '../flow-draft.ts';
import { visitStrings } from '../texts-of.ts';
import { isFreeName } from './validate-names.ts';
import type { Validation } from './validation.ts';

/**
 * Remarks on inputs and variables that nothing uses: no reference, and no text of a task that holds the name in the
 * environment as a word (`$NAME`, `os.environ["NAME"]`). What cannot have its name is wrong already.
 */
export function validateUsage(validation: Validation): void {
  const { draft, problems } = validation;
  const used = environmentNamesInReferences(validation);
  const { usedInputs, variables } = draft.contributions;
  for (const id of usedInputs) used.add(environmentName({ root: 'inputs', id }));
  for (const { name } of variables) used.add(name);
  // Collected only when some name is not referred to.
  let words: ReadonlySet<string> | undefined;
  const isUsed = (name: string): boolean => used.has(name) || (words ??= wordsOf(draft)).has(name);
  for (const { value, path } of draft.inputs) {
    const name = environmentName({ root: 'inputs', id: value.id });
    if (!environmentNameSyntax.test(name) || isUsed(name)) continue;
    const message = `Nothing uses the input ${quoteShort(value.id)}, neither as {{ inputs.${value.id} }} nor as ${name} in a task.`;
    problems.push({ code: 'unused-input', message, path: [...path, 'id'] });
  }
  for (const { value, path } of draft.variables) {
    if (!isFreeName(value.name) || isUsed(value.name)) continue;
    const message = `Nothing uses the variable ${quoteShort(value.name)}, neither as {{ variables.${value.name} }} nor by its name in a task.`;
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

/** Every word in the texts of tasks. */
function wordsOf({ tasks }: FlowDraft): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { value } of tasks) {
    visitStrings(value.task.properties, [], (text) => {
      for (const word of text.match(/[A-Za-z_]\w*/g) ?? []) words.add(word);
    });
  }
  return words;
}
