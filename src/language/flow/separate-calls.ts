import type { InputTypeName } from '../input-types/input-types.ts';
import type { Task } from './flow.ts';
import { executionField } from './wait.ts';

/*
 * A call with `separate` is an execution of its own, which Flowgate starts between two segments. A loop whose only task
 * is such a call starts one for each item.
 */

/** The call for whose executions a task ends the segment: the task itself, or the only task of a loop. */
export function separateCall(task: Task): Task | undefined {
  if (isSeparate(task)) return task;
  if (task.control?.kind !== 'loop') return undefined;
  const [only, ...others] = (task.bodies ?? []).flatMap(({ tasks }) => tasks.filter(({ disabled }) => !disabled));
  return only !== undefined && others.length === 0 && isSeparate(only) ? only : undefined;
}

export function isSeparate({ wait }: Pick<Task, 'wait'>): boolean {
  return wait?.kind === 'executions';
}

/** The fields that the author of a task declares, not those that every separate call returns. */
export function declaredOutputs(task: Pick<Task, 'outputSchema' | 'wait'>): readonly [string, InputTypeName][] {
  const fields = Object.entries(task.outputSchema);
  return isSeparate(task) ? fields.filter(([field]) => field !== executionField) : fields;
}
