import type { Problem, TextRange } from '../../base/problem/problem.ts';
import type { Reference } from '../expressions/reference.ts';
import { templateReferences } from '../expressions/references-of.ts';
import type { TaskContext, TextProperty } from '../flow/task-types.ts';
import { inputTypes } from '../input-types/input-types.ts';
import { typeOf as inputTypeOf } from '../inputs/input.ts';
import { scanShell } from '../shell/scan-shell.ts';

/**
 * Checks how a shell reads the references in a task's shell code; paths are relative to the task. The items of one list
 * are one script, so that a here-document or a quote can continue in the next item.
 */
export function shellProblems(
  texts: readonly TextProperty[],
  context: Pick<TaskContext, 'inputs' | 'typeOf'>,
): readonly Problem[] {
  return [...scripts(texts).values()].flatMap((items) =>
    scriptProblems(items, (reference) => isOneWord(reference, context)),
  );
}

/** Whether no value of the reference contains anything that a shell would split, expand or run. */
function isOneWord(reference: Reference, { inputs, typeOf }: Pick<TaskContext, 'inputs' | 'typeOf'>): boolean {
  const input = reference.root === 'inputs' ? inputs.find(({ id }) => id === reference.id) : undefined;
  if (input !== undefined) return inputTypeOf(input).isShellWord(input.constraints);
  const type = typeOf(reference);
  return type !== undefined && inputTypes[type].isShellWord(undefined);
}

function scripts(texts: readonly TextProperty[]): Map<string, TextProperty[]> {
  const byList = new Map<string, TextProperty[]>();
  for (const text of texts) {
    if (text.language !== 'shell' && text.language !== 'bash') continue;
    const isItem = typeof text.path.at(-1) === 'number';
    const list = JSON.stringify(isItem ? text.path.slice(0, -1) : text.path);
    const items = byList.get(list);
    if (items === undefined) byList.set(list, [text]);
    else items.push(text);
  }
  return byList;
}

function scriptProblems(items: readonly TextProperty[], isHarmless: (reference: Reference) => boolean): Problem[] {
  const starts: number[] = [];
  const references: TextRange[] = [];
  const harmless = new Set<number>();
  let length = 0;
  for (const { text, template } of items) {
    starts.push(length);
    for (const { reference, range } of templateReferences(template)) {
      references.push(moved(range, length));
      if (isHarmless(reference)) harmless.add(range.start + length);
    }
    length += text.length + 1; // items are joined by line breaks
  }
  const script = items.map(({ text }) => text).join('\n');
  const dialect = items[0]?.language === 'bash' ? 'bash' : 'sh';
  const problems = scanShell(script, references, dialect).filter(
    ({ code, range }) => code !== 'unquoted-reference' || !harmless.has(range.start),
  );
  return problems.map((problem) => {
    const index = starts.findLastIndex((start) => start <= problem.range.start);
    return { ...problem, path: items[index]?.path ?? [], range: moved(problem.range, -(starts[index] ?? 0)) };
  });
}

function moved({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}
