import type { Path } from '../../problem/problem.ts';
import { taskSections, type Flow, type Task } from './flow.ts';

/** A task of a flow, with its place. */
export interface LocatedTask {
  readonly task: Task;
  /** In the document. */
  readonly path: Path;
  /** The blocks around it, outermost first. */
  readonly outer: readonly Task[];
  /** Whether neither the task nor a block around it is disabled. */
  readonly isEnabled: boolean;
}

/** The tasks that a document declares, also those inside blocks, in its order. */
export function* locatedTasks(flow: Flow): Generator<LocatedTask> {
  for (const section of taskSections) yield* tasksIn(flow[section], { path: [section], outer: [], isEnabled: true });
}

function* tasksIn(tasks: readonly Task[], list: Omit<LocatedTask, 'task'>): Generator<LocatedTask> {
  for (const [index, task] of tasks.entries()) {
    const path = [...list.path, index];
    const isEnabled = list.isEnabled && !task.disabled;
    yield { task, path, outer: list.outer, isEnabled };
    for (const body of task.bodies ?? [])
      yield* tasksIn(body.tasks, { path: [...path, ...body.path], outer: [...list.outer, task], isEnabled });
  }
}
