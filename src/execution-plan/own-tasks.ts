import { taskSections, type TaskSection } from '../language/flow/flow.ts';
import type { BlockPlan, FlowPlan, TaskPlan } from './flow-plan.ts';
import { taskPath } from './task-path.ts';

/** A task of a flow, at any depth in its blocks. */
export interface OwnTask {
  /** Without the labels of items. */
  readonly path: string;
  readonly plan: TaskPlan;
  readonly section: TaskSection;
}

/** The tasks of a flow with those in its blocks, in document order; not those of the flows that it calls. */
export function* ownTasks({ sections }: FlowPlan): Generator<OwnTask> {
  for (const section of taskSections)
    for (const { path, plan } of withInner(sections[section], undefined)) yield { path, plan, section };
}

function* withInner(plans: readonly TaskPlan[], outer: string | undefined): Generator<Omit<OwnTask, 'section'>> {
  for (const plan of plans) {
    const path = taskPath(outer, plan.task.id);
    yield { path, plan };
    if (plan.work.kind === 'block') yield* withInner(tasksOf(plan.work.block), path);
  }
}

/** The tasks of all lists of a block, in document order. */
function tasksOf(block: BlockPlan): readonly TaskPlan[] {
  return block.kind === 'choice' ? block.choices.flatMap(({ tasks }) => tasks) : block.tasks;
}
