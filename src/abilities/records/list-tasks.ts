import type { TaskProgress, TaskState } from '../../language/execution-plan/task-state.ts';
import { taskRuns, type TaskRun } from './task-runs.ts';

export interface TaskQuery {
  /** The path of the block or call directly around them. */
  readonly parent?: string;
  /** The key of the item, or the number of the pass. */
  readonly item?: string;
  /** Any of them. */
  readonly states: readonly TaskState[];
  readonly limit: number;
  /** The position at which the previous page ended. */
  readonly after?: number;
}

export interface TaskPage {
  readonly runs: readonly TaskRun[];
  /** Absent on the last page. */
  readonly next?: number;
}

/** One page of the tasks of an execution. New tasks are added at the end, so a position stays valid. */
export function listTasks(
  tasks: readonly TaskProgress[],
  { parent, item, states, limit, after = 0 }: TaskQuery,
): TaskPage {
  const found = [...taskRuns(tasks).entries()].filter(
    ([position, run]) =>
      position >= after &&
      (parent === undefined || run.parent === parent) &&
      (item === undefined || run.item === item) &&
      (states.length === 0 || states.includes(run.task.state)),
  );
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    runs: page.map(([, run]) => run),
    ...(found.length > limit && last !== undefined && { next: last[0] + 1 }),
  };
}
