import { addRelative } from '../relative-problems.ts';
import type { TaskContext } from '../task-types.ts';
import type { Validation } from './validation.ts';

/** Calls the check of each task's type for what its schema cannot express, and warns about tasks that never run. */
export function validateTasks({ draft, declarations, vendor, prefix, taskSettings, problems }: Validation): void {
  const context: TaskContext = {
    prefix,
    vendor,
    settings: taskSettings && new Set(Object.keys(taskSettings)),
    inputs: draft.flow.inputs,
    variables: draft.flow.variables,
    typeOf: (reference) => declarations.typeOf(reference),
  };
  for (const { value, path } of draft.tasks) {
    const { task, type, typed } = value;
    if (typed !== undefined) addRelative(problems, path, type?.check(task, typed, context) ?? []);
    const condition = task.runIf?.condition;
    if (task.disabled) {
      problems.push({
        code: 'disabled-task',
        message: 'The task is disabled and never runs.',
        path: [...path, 'disabled'],
      });
    } else if (condition?.kind === 'literal' && condition.value === false) {
      problems.push({
        code: 'disabled-task',
        message: 'The condition is never true, so the task never runs.',
        path: [...path, 'run_if'],
      });
    }
  }
}
