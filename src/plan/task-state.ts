/** The states of a task from its start on; SKIPPED without having started. */
export const taskStates = ['RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED', 'KILLED'] as const;

export type TaskState = (typeof taskStates)[number];
