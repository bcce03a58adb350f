import type { Path } from '../../base/problem/problem.ts';
import { taskSections, type Flow, type Task } from './flow.ts';

/** A task and its place in the document of its flow. */
export interface LocatedTask {
  readonly task: Task;
  readonly path: Path;
  /** Whether it or a block around it is disabled. */
  readonly isDisabled: boolean;
  /** The place of the block around it, and the list of the block that it is in. */
  readonly block?: Path;
  readonly body?: Path;
}

/** The tasks of a flow in document order, those in blocks after their block; not those that task types contribute. */
export function* locatedTasks(flow: Pick<Flow, 'tasks' | 'errors' | 'finally'>): Generator<LocatedTask> {
  for (const section of taskSections) yield* locatedIn(flow[section], [section], { isDisabled: false });
}

function* locatedIn(
  tasks: readonly Task[],
  list: Path,
  around: Pick<LocatedTask, 'isDisabled' | 'block' | 'body'>,
): Generator<LocatedTask> {
  for (const [index, task] of tasks.entries()) {
    const path = [...list, index];
    const isDisabled = around.isDisabled || task.disabled;
    yield { ...around, task, path, isDisabled };
    for (const body of task.bodies ?? [])
      yield* locatedIn(body.tasks, [...path, ...body.path], { isDisabled, block: path, body: body.path });
  }
}
