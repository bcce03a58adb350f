import { tasksAround } from './task-path.ts';

/**
 * The states of a task from its start on; SKIPPED without having started. KEPT: an earlier execution ran it, with the
 * times of that one.
 */
export const taskStates = ['RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED', 'KILLED', 'KEPT'] as const;

export type TaskState = (typeof taskStates)[number];

/** How many attempts of a task are kept: the latest ones. */
export const maxKeptAttempts = 20;

/** How far a task of an execution is. */
export interface TaskProgress {
  /** See task-path.ts. */
  readonly path: string;
  readonly state: TaskState;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt?: string;
  /** Why it has failed, as a sentence without a full stop; undefined in Jenkins. */
  readonly reason?: string;
  /** The latest attempts, if there was more than one, oldest first; undefined in Jenkins. */
  readonly attempts?: readonly TaskAttempt[];
  /** The items of a loop, once its list is known. */
  readonly items?: ItemCounts;
}

/** How far the items of a loop are. */
export interface ItemCounts {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** One attempt of a task that is retried. */
export interface TaskAttempt {
  /** From 1. */
  readonly number: number;
  readonly state: Exclude<TaskState, 'SKIPPED' | 'KEPT'>;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt?: string;
  /** Why it has failed. */
  readonly reason?: string;
}

/**
 * The tasks of an execution that has ended: those that still ran were killed.
 * @param at the end of the execution; a task whose start is later by another clock ends as it starts
 */
export function endedTasks(tasks: readonly TaskProgress[], at: Date): readonly TaskProgress[] {
  const end = <Part extends TaskProgress | TaskAttempt>(part: Part): Part => {
    if (part.state !== 'RUNNING') return part;
    return {
      ...part,
      state: 'KILLED',
      endedAt: new Date(Math.max(at.getTime(), Date.parse(part.startedAt))).toISOString(),
    };
  };
  return tasks.map((task) =>
    task.attempts === undefined ? end(task) : { ...end(task), attempts: task.attempts.map(end) },
  );
}

/** The same tasks; none, and no attempt, ends before it starts, although a clock was set back in between. */
export function inOrder(tasks: readonly TaskProgress[]): readonly TaskProgress[] {
  const order = <Part extends TaskProgress | TaskAttempt>(part: Part): Part =>
    part.endedAt === undefined || Date.parse(part.endedAt) >= Date.parse(part.startedAt)
      ? part
      : { ...part, endedAt: part.startedAt };
  return tasks.map((task) =>
    task.attempts === undefined ? order(task) : { ...order(task), attempts: task.attempts.map(order) },
  );
}

/**
 * The failed tasks, for a sentence such as "Tasks build/image and test failed"; undefined if none has failed. A block or
 * a call is not named beside the tasks in it that have failed.
 */
export function failedTasks(tasks: readonly TaskProgress[]): string | undefined {
  const paths = innermostFailed(tasks).map(({ path }) => path);
  if (paths.length === 0) return undefined;
  const shown = paths.slice(0, 3).join(', ');
  return `${paths.length === 1 ? 'Task' : 'Tasks'} ${shown}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
}

/** The path of the task that failed first; undefined if none has failed. */
export function firstFailedTask(tasks: readonly TaskProgress[]): string | undefined {
  const [first, ...others] = innermostFailed(tasks);
  const endOf = ({ startedAt, endedAt = startedAt }: TaskProgress) => Date.parse(endedAt);
  return others.reduce((found, task) => (found && endOf(task) < endOf(found) ? task : found), first)?.path;
}

/** The tasks that failed, without the blocks and calls around others that did. */
function innermostFailed(tasks: readonly TaskProgress[]): readonly TaskProgress[] {
  const failed = tasks.filter(({ state }) => state === 'FAILED');
  const around = new Set(failed.flatMap(({ path }) => tasksAround(path)));
  return failed.filter(({ path }) => !around.has(path));
}

/** The tasks of all segments: a task that runs in several counts from its first start. */
export function tasksOfSegments(
  earlier: readonly TaskProgress[],
  own: readonly TaskProgress[],
): readonly TaskProgress[] {
  if (earlier.length === 0) return own;
  const tasks = new Map(earlier.map((task) => [task.path, task]));
  for (const task of own) {
    const before = tasks.get(task.path);
    const isSame = before !== undefined && before.state !== 'KEPT';
    const { startedAt, items } = before ?? {};
    // Flowgate itself counts the items that are executions of their own.
    tasks.set(task.path, isSame && startedAt ? { ...(items && { items }), ...task, startedAt } : task);
  }
  return [...tasks.values()];
}
