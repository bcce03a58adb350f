import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import { environmentName } from '../../../language/expressions/reference.ts';
import type { Task } from '../../../language/flow/flow.ts';
import type { NamedValue } from './flow-scope.ts';
import type { Frame } from './frame.ts';
import { fieldText, type ReturnedFields } from './take-outputs.ts';

/**
 * Sets the fields of a block that have a value, as far as they fit.
 * @param frame around it
 * @returns the problem with them, as a clause
 */
export function setBlockOutputs(task: Task, fields: ReturnedFields, frame: Frame): string | undefined {
  const texts = Object.entries(task.outputSchema).flatMap(([field, type]) => {
    const json = fields.get(field);
    const text = json === undefined ? undefined : fieldText(type, json);
    return text === undefined ? [] : [[field, text] as const];
  });
  return setOutputTexts(task, new Map(texts), frame, frame);
}

/**
 * The same for texts of the environment, by field: those of a task that waits, or of an earlier segment.
 * @param names where names are set
 */
export function setOutputTexts(
  task: Task,
  texts: ReadonlyMap<string, string>,
  { scope }: Pick<Frame, 'scope'>,
  names: Pick<Frame, 'set'> = scope,
): string | undefined {
  const set = new Map<string, NamedValue>();
  let first: string | undefined;
  for (const [field, type] of Object.entries(task.outputSchema)) {
    const text = texts.get(field);
    if (text === undefined) continue;
    const name = environmentName({ root: 'task_outputs', taskId: task.id, field });
    const problem = names.set(name, text);
    if (problem === undefined) set.set(field, { name, type });
    else first ??= runSentences.fieldProblem(field, problem);
  }
  scope.setOutputs(task.id, set);
  return first;
}
