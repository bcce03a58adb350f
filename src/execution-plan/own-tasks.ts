import { taskSections } from '../language/flow/flow.ts';
import type { BlockPlan, FlowPlan, TaskPlan } from './flow-plan.ts';

/** The tasks of a flow with those in its blocks, in document order; not those of the flows that it calls. */
export function* ownTasks({ sections }: FlowPlan): Generator<TaskPlan> {
  for (const section of taskSections) yield* withInner(sections[section]);
}

function* withInner(tasks: readonly TaskPlan[]): Generator<TaskPlan> {
  for (const task of tasks) {
    yield task;
    if (task.work.kind === 'block') yield* withInner(bodiesOf(task.work.block));
  }
}

/** The tasks of all lists of a block, in document order. */
function bodiesOf(block: BlockPlan): readonly TaskPlan[] {
  return block.kind === 'choice' ? block.choices.flatMap(({ tasks }) => tasks) : block.tasks;
}
