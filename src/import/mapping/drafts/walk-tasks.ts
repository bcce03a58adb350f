import { topTasks, type DraftTask, type FlowDraft } from './draft-flow.ts';

/** The tasks inside a block; empty for other tasks. */
export function tasksInside({ shape }: DraftTask): readonly DraftTask[] {
  if (shape.kind === 'choice') return [...shape.tasks, ...(shape.otherwise ?? [])];
  return 'tasks' in shape ? shape.tasks : [];
}

/** A block with other tasks inside. */
export function withInside(task: DraftTask, change: (tasks: readonly DraftTask[]) => readonly DraftTask[]): DraftTask {
  const { shape } = task;
  if (shape.kind === 'choice') {
    const otherwise = shape.otherwise === undefined ? {} : { otherwise: change(shape.otherwise) };
    return { ...task, shape: { ...shape, tasks: change(shape.tasks), ...otherwise } };
  }
  return 'tasks' in shape ? { ...task, shape: { ...shape, tasks: change(shape.tasks) } } : task;
}

/** All tasks of a flow, each before those inside. */
export function allTasks(flow: FlowDraft): readonly DraftTask[] {
  const withAll = (task: DraftTask): readonly DraftTask[] => [task, ...tasksInside(task).flatMap(withAll)];
  return topTasks(flow).flatMap(withAll);
}

/**
 * Whether a failure of a task would make a build of Jenkins fail; what only keeps files or prints does not.
 * @param evenDisabled whether tasks that wait for something by hand count, too
 */
export function canFail(task: DraftTask, evenDisabled = false): boolean {
  const { shape, common } = task;
  if ((common.disabled === true && !evenDisabled) || shape.kind === 'message') return false;
  if (shape.kind === 'shell' || shape.kind === 'container') return shape.commands?.every((one) => one === ':') !== true;
  const inside = tasksInside(task);
  return inside.length === 0 || inside.some((one) => canFail(one, evenDisabled));
}

/** Whether a task is a gate, or one inside of it could end it. */
export function hasGate(task: DraftTask): boolean {
  return task.common.disabled !== true && (task.gate !== undefined || tasksInside(task).some(hasGate));
}

/** Whether a task ends what follows in its list on purpose: a gate or `error`. */
export function endsList(task: DraftTask): boolean {
  const { common, isStop } = task;
  if (common.disabled === true || common.allow_failure === true) return false;
  return task.gate !== undefined || isStop === true || tasksInside(task).some(endsList);
}

/** The tasks with those disabled that could run something. */
export function withoutRunning(tasks: readonly DraftTask[], description: string): readonly DraftTask[] {
  return tasks.map((task) =>
    canFail(task) ? { ...task, common: { description, ...task.common, disabled: true } } : task,
  );
}
