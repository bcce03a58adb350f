/** The states of a task from its start on; SKIPPED without having started. */
export const taskStates = ['RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED', 'KILLED'] as const;

export type TaskState = (typeof taskStates)[number];

/** How far a task of an execution is. */
export interface TaskProgress {
  /** The id of the task; in subflows `build/image`. */
  readonly path: string;
  readonly state: TaskState;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt?: string;
}

/** The tasks of an execution that has ended: those that still ran were killed. */
export function endedTasks(tasks: readonly TaskProgress[], at: Date): readonly TaskProgress[] {
  return tasks.map((task) =>
    task.state === 'RUNNING' ? { ...task, state: 'KILLED', endedAt: at.toISOString() } : task,
  );
}
