import type { Execution } from '../../../api/execution-queries.ts';
import { failedTask } from '../../../timeline/chosen-task.ts';

type Ended = Pick<Execution, 'state' | 'reason' | 'tasks'>;

/** Whether an execution failed or was stopped, so that it may go on at a task. */
export function canRestart({ state }: Pick<Execution, 'state'>): boolean {
  return state === 'FAILED' || state === 'KILLED';
}

/** The task of the flow itself that did not succeed, or in which one did not; undefined if there is none. */
export function unfinishedTask(execution: Ended): string | undefined {
  const task = failedTask(execution) ?? execution.tasks?.find(({ state }) => state === 'KILLED' || state === 'RUNNING');
  return task && taskOfFlow(task.path);
}

/**
 * The task of the flow itself at which an execution may restart, for a task that is shown: tasks after the one that did
 * not succeed have nothing to keep.
 */
export function restartTask(execution: Ended, path: string): string | undefined {
  if (!canRestart(execution)) return undefined;
  const tasks = (execution.tasks ?? []).filter(({ parent }) => parent === undefined).map((task) => task.path);
  const id = taskOfFlow(path);
  const last = tasks.indexOf(unfinishedTask(execution) ?? '');
  const index = tasks.indexOf(id);
  return index >= 0 && (last < 0 || index <= last) ? id : undefined;
}

/** Ids have neither slashes nor brackets, unlike the labels of items. */
function taskOfFlow(path: string): string {
  return /^[^/[]*/.exec(path)?.[0] ?? path;
}
